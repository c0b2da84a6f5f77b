// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// The events that a client's observer receives.
struct ClientEventTests {
  private func observe(
    _ script: [StubStep],
    _ request: ResourceRequest = ResourceRequest("http://h.example/a?token=s3cret")
  ) async throws -> RecordedEvents {
    let events = RecordedEvents()
    let client = ResourceClient(
      transport: StubTransport(script: script),
      options: ClientOptions(environment: RequestEnvironment(observer: events))
    )
    _ = try? await client.send(request)
    return events
  }

  @Test func `an answer`() async throws {
    let events = try await observe([.respond(.text("no", status: 404))])
    #expect(events.kinds == [.resolved, .attemptStarted, .attemptAnswered, .finished])
    #expect(events.events[0].request?.url?.path == "/a")
    #expect(events.events[3].status == 404)
    #expect(events.events[3].metrics != nil)
    #expect(Set(events.events.map(\.id)).count == 1)
  }

  @Test func `a redirect`() async throws {
    let events = try await observe([
      .respond(.status(302, headers: ["Location": "/b?token=s3cret"])), .respond(.text("ok")),
    ])
    #expect(
      events.kinds == [
        .resolved, .attemptStarted, .attemptAnswered, .redirected, .attemptStarted, .attemptAnswered, .finished,
      ]
    )
    #expect(events.events.map(\.attempt) == [0, 1, 1, 0, 2, 2, 0])
    #expect(events.events.map(\.hop) == [1, 1, 1, 2, 2, 2, 2])
    #expect(events.events.compactMap(\.reason) == [.first, .redirect])
    #expect(events.events[3].status == 302)
    #expect(events.events.map { $0.request?.url?.path } == ["/a", "/a", "/a", "/b", "/b", "/b", "/b"])
  }

  @Test func `a failure after a redirect is at the hop and the URL that failed`() async throws {
    struct Broken: Error {}
    for end in [StubStep.fail(.connectFailed, phase: .connecting), .fail(Broken()), .fail(CancellationError())] {
      let events = RecordedEvents()
      let client = ResourceClient(
        transport: StubTransport(script: [.respond(.status(302, headers: ["Location": "/b"])), end]),
        options: ClientOptions(environment: RequestEnvironment(observer: events))
      )
      let error = await #expect(throws: (any Error).self) {
        try await client.send(ResourceRequest("http://h.example/a"))
      }
      if let error = error as? ResourceError { #expect(error.request?.url?.path == "/b") }
      #expect(events.events.last?.hop == 2 && events.events.last?.request?.url?.path == "/b")
    }
  }

  @Test func `a failure`() async throws {
    let events = try await observe([.fail(.connectFailed, phase: .connecting)])
    #expect(events.kinds == [.resolved, .attemptStarted, .attemptFailed, .failed])
    #expect(events.events[2].code == .connectFailed)
    #expect(events.events[3].code == .connectFailed)
  }

  @Test func `a request that cannot be routed`() async throws {
    let events = try await observe([], ResourceRequest("/a", service: "nobody"))
    #expect(events.kinds == [.failed])
    #expect(events.events[0].code == .unknownService)
    #expect(events.events[0].request?.service == "nobody")
  }

  @Test func `a cancellation`() async throws {
    let events = try await observe([.fail(CancellationError())])
    #expect(events.kinds == [.resolved, .attemptStarted, .attemptCancelled, .cancelled])
  }

  @Test func `a stale connection and its cure`() async throws {
    let stale = TransportFailure(code: .connectionClosed, message: "m", phase: .sent, onReusedConnection: true)
    let events = try await observe([.fail(stale), .respond(.text("ok"))])
    #expect(
      events.kinds == [
        .resolved, .attemptStarted, .attemptFailed, .attemptStarted, .attemptAnswered, .finished,
      ]
    )
    #expect(events.events.compactMap(\.reason) == [.first, .staleConnection])
  }

  @Test func `no event holds a secret`() async throws {
    let events = try await observe([
      .respond(.status(302, headers: ["Location": "/b?token=s3cret", "Set-Cookie": "s3cret"])),
      .fail(.connectFailed, phase: .connecting),
    ])
    var text = "\(events.events)"
    dump(events.events, to: &text)
    #expect(events.events.count == 7)
    #expect(!text.contains("s3cret"))
  }
}
