// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import FlyingFox
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

@testable import ResourceCommand

/// `resource bench`.
@Suite struct BenchTests {
  private static let summary: BenchSummary = {
    var tally = BenchTally()
    for number in 1...98 { tally.note(200, after: .milliseconds(number), attempts: 1, bytes: 10) }
    tally.note(503, after: .milliseconds(99), attempts: 3, bytes: 0)
    tally.note("connectFailed", after: .milliseconds(100), attempts: 1)
    return tally.summary(of: .seconds(2))
  }()

  @Test func `quantiles are by nearest rank`() {
    let summary = Self.summary
    #expect(summary.quantile(0.5) == .milliseconds(50))
    #expect(summary.quantile(0.99) == .milliseconds(99))
    #expect(summary.quantile(0.999) == .milliseconds(100))
    #expect(summary.quantile(1) == .milliseconds(100))
    #expect(summary.quantile(0) == .milliseconds(1))
    #expect(BenchTally().summary(of: .zero).quantile(0.5) == .zero)
  }

  @Test func `calls are counted by status and by code`() {
    let json = Self.summary.json
    #expect(json["calls"] == 100 && json["attempts"] == 102 && json["errors"] == 2 && json["rate"] == 50)
    #expect(json["statuses"] == ["200": 98, "503": 1])
    #expect(json["failures"] == ["connectFailed": 1])
    #expect(json["latencyInMilliseconds"]["p99"] == 99)
    let lines = Self.summary.text.split(separator: "\n")
    #expect(lines.contains("calls          100 in 2.00 s, 50.0 a second"), "\(Self.summary.text)")
    #expect(lines.contains("p99             99.00 ms"))
    #expect(lines.contains("connectFailed  1"))
  }

  @Test(arguments: [
    ("p99>98ms", true), ("p99>99ms", false), ("p99 >= 99ms", true), ("max<1s", true), ("mean>1m", false),
    ("errors>1", true), ("errors>2", false), ("errors>1%", true), ("errors>=2.5%", false), ("rate<50", false),
    ("rate<=50", true), ("p99.9>99ms", true),
  ])
  func `a bound holds or not`(text: String, holds: Bool) throws {
    #expect(try BenchCondition(text).holds(for: Self.summary) == holds)
  }

  @Test(arguments: [
    "", "p99", "p99>50", "p0>1s", "p101>1s", "q>1s", "p99=1s", "errors>x", "rate<", "p99>>1s", "errors>-1",
  ])
  func `what is no bound is refused`(_ text: String) {
    #expect(throws: ValidationError.self) { try BenchCondition(text) }
  }

  @Test(.timeLimit(.minutes(5)), arguments: [["--concurrency", "3"], ["--rate", "50"]])
  func `what ran is told where it is interrupted, and calls that were in flight are no errors`(
    _ load: [String]
  ) async throws {
    let (calls, counted) = AsyncStream<Void>.makeStream()
    let server = try await LoopbackServer.start(
      handler: ClosureHTTPHandler { _ in
        counted.yield()
        return HTTPResponse(statusCode: .ok, body: Data("ok".utf8))
      }
    )
    let output = Pipe()
    let process = BuiltProduct.resource.process(["bench", server.url + "/", "--duration", "1h", "--as-json"] + load)
    process.standardOutput = output
    async let status = process.end()
    var iterator = calls.makeAsyncIterator()
    for _ in 0..<20 { _ = await iterator.next() }
    process.interrupt()
    #expect(try await status == ExitStatus.interrupted.rawValue)
    await server.stop(within: .zero)
    let summary = try JSON(parsing: output.fileHandleForReading.readToEnd() ?? Data())
    #expect((Int(summary["calls"].text()) ?? 0) >= 10, "\(summary)")
    #expect(summary["errors"] == 0, "\(summary)")
  }

  @Test(arguments: [["--concurrency", "3"], ["--rate", "50"]])
  func `a server is called for a time, and a bound decides the status`(_ load: [String]) async throws {
    try await BytesServer.with({ BytesServer.answer(.ok, "text/plain", Data("ok".utf8)) }) { url in
      let arguments = ["bench", url, "--duration", "200ms", "--as-json"] + load
      let outcome = try await BuiltProduct.resource.run(arguments + ["--fail-if", "errors>0"])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let json = try JSON(parsing: outcome.text)
      #expect((json["calls"].int ?? 0) > 0)
      #expect(json["statuses"]["200"] == json["calls"])
      if load[0] == "--rate" {
        #expect(json["calls"] == 10)
        // The rate is that of the whole time, and not up to the last call's.
        let few = try await BuiltProduct.resource.run(
          "bench",
          url,
          "--duration",
          "400ms",
          "--rate",
          "3",
          "--fail-if",
          "rate>6"
        )
        #expect(few.status == 0, "\(few.errors)")
      }
      let failed = try await BuiltProduct.resource.run(
        arguments + ["--fail-if", "p50>1ns", "--fail-if", "p50>0.000001ms"]
      )
      #expect(failed.status == 64)
      let slow = try await BuiltProduct.resource.run(arguments + ["--fail-if", "p50>0.000001ms"])
      #expect(slow.status == 1)
      #expect(slow.errors.contains("--fail-if p50>0.000001ms"))
    }
  }

  @Test func `calls that fail are told by their code`() async throws {
    let outcome = try await BuiltProduct.resource.run(
      "bench",
      "http://127.0.0.1:1/",
      "--rate",
      "20",
      "--duration",
      "100ms"
    )
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("connectFailed  2"), "\(outcome.text)")
  }
}
