// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestTransfer

/// The errors of transfers that are made of several calls.
struct TransferEndTests {
  private static let refused = StubStep.fail(.connectFailed, phase: .connecting)
  private let file = FileManager.default.temporaryDirectory.appending(path: "transfer-\(UUID().uuidString)").path

  @Test func `an upload that was begun counts though its last question could not connect`() async throws {
    try Data("0123456789".utf8).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let script: [StubStep] = [
      .respond(.status(404)), .fail(.connectionClosed, phase: .sent), Self.refused, Self.refused, Self.refused,
    ]
    let client = ResourceClient(transport: StubTransport(script: script))
    let quick = UploadResumption(.contentRange(), limit: 2, backoff: RetryBackoff(base: .zero, max: .zero))
    let error = await #expect(throws: ResourceError.self) {
      try await client.upload(file, to: ResourceRequest("http://h.example/f", method: .put), resume: quick)
    }
    #expect(error?.code == .connectFailed && error?.mayHaveExecuted == true)
  }

  @Test func `a download that is refused lists its attempts`() async throws {
    let client = ResourceClient(transport: StubTransport(script: [.respond(.status(404))]))
    let error = await #expect(throws: ResourceError.self) {
      try await client.download(ResourceRequest("http://h.example/f"), to: file)
    }
    #expect(error?.code == .unsuccessfulStatus)
    #expect(error?.attempts.map(\.outcome) == [.answered(404)])
  }

  @Test func `a download whose rest could not be asked for counts as answered`() async throws {
    defer { try? FileManager.default.removeItem(atPath: file) }
    let part = TransportResponse.status(206, headers: ["Content-Range": "bytes 0-4/10", "ETag": "\"a\""])
    let client = ResourceClient(transport: StubTransport(script: [.respond(part), Self.refused]))
    let error = await #expect(throws: ResourceError.self) {
      try await client.download(ResourceRequest("http://h.example/f"), to: file)
    }
    #expect(error?.mayHaveExecuted == true)
  }

  @Test func `an upload that waits to go on is in flight`() async throws {
    try Data("0123456789".utf8).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let clock = ManualClock()
    let script: [StubStep] = [
      .respond(.status(404)), .fail(.connectionClosed, phase: .sent), .respond(.status(404)), .respond(.status(201)),
    ]
    let client = ResourceClient(
      transport: StubTransport(script: script),
      options: ClientOptions(environment: RequestEnvironment(clock: clock) { .max })
    )
    let slow = UploadResumption(.contentRange(), backoff: RetryBackoff(base: .seconds(100), max: .seconds(100)))
    let upload = Task { [file] in
      try await client.upload(file, to: ResourceRequest("http://h.example/f", method: .put), resume: slow)
    }
    try await clock.waitForSleepers(1)
    #expect(await client.drain(within: .zero) == false)
    clock.advance(by: .seconds(100))
    #expect(try await upload.value.interruptions == 1)
    #expect(await client.drain(within: .zero))
  }
}
