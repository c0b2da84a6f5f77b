// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// What timeouts say about endpoints.
struct EndpointTimeoutTests {
  private let start = ContinuousClock.Instant.now
  private let ok = AttemptEnd.answered(200)

  private func table() throws -> EndpointTable {
    var rules = EndpointRules()
    rules.health = HealthRules(OutlierPolicy())
    return EndpointTable(try (0..<2).map { ServiceEndpoint(try Origin("https://e\($0).example")) }, rules)
  }

  @Test(arguments: [ResourceError.Code.attemptTimeout, .readTimeout, .deadlineExceeded])
  func `a probe says something, however short its time is`(_ code: ResourceError.Code) throws {
    var table = try table()
    var bits = SplitMix64(1)
    for _ in 0..<40 {
      let choice = try #require(table.choose(at: start, &bits))
      _ = table.finish(choice, ok, after: .seconds(1), at: start, &bits)
    }
    let refused = AttemptEnd.failed(.connectFailed, phase: .connecting, mayHaveExecuted: false)
    while let choice = table.choose(at: start, &bits) {
      _ = table.finish(choice, choice.index == 1 ? refused : ok, after: .seconds(1), at: start, &bits)
      if choice.index == 1 { break }
    }
    let later = start.advanced(by: .seconds(30))
    let probe = try #require(table.choose(at: later, &bits))
    #expect(probe.index == 1 && probe.isProbe)
    let late = AttemptEnd.failed(code, phase: .sent, mayHaveExecuted: true)
    _ = table.finish(probe, late, after: .milliseconds(300), at: later, &bits)
    for _ in 0..<20 { #expect(try #require(table.choose(at: later, &bits)).index == 0) }
  }

  @Test func `silence counts against an endpoint that usually takes longer`() throws {
    var table = try table()
    var bits = SplitMix64(1)
    for _ in 0..<40 {
      let choice = try #require(table.choose(at: start, &bits))
      _ = table.finish(choice, ok, after: .seconds(12), at: start, &bits)
    }
    var ejected = false
    let silent = AttemptEnd.failed(.readTimeout, phase: .sent, mayHaveExecuted: true)
    for _ in 0..<40 where !ejected {
      let choice = try #require(table.choose(at: start, &bits))
      let change = table.finish(choice, choice.index == 0 ? silent : ok, after: .seconds(10), at: start, &bits)
      ejected = choice.index == 0 && change != nil
    }
    #expect(ejected)
  }
}
