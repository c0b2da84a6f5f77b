// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  /// The events of a call over libcurl.
  struct TransportEventTests {
    @Test func `an exchange is resolved, queued, connected, sent, answered and finished, in this order`() async throws {
      let server = try ScriptedServer(responses: [
        ScriptedResponse(302, headers: [("Location", "/b?token=s3cret")], ""),
        ScriptedResponse(200, headers: [("Set-Cookie", "id=s3cret")], "ok"),
      ])
      let events = RecordedEvents()
      let client = ResourceClient(options: ClientOptions(environment: RequestEnvironment(observer: events)))
      var request = ResourceRequest(server.url("/a?apikey=s3cret"))
      request.headers["Authorization"] = "Bearer s3cret"
      _ = try await client.send(request)
      let exchange: [RequestEvent.Kind] = [.attemptStarted, .queued, .connected, .sent, .head, .attemptAnswered]
      #expect(events.kinds == [.resolved] + exchange + [.redirected] + exchange + [.finished])
      #expect(events.events(of: .connected).map(\.reusedConnection) == [false, true])
      #expect(events.events(of: .connected).map(\.peer) == [server.authority, server.authority])
      #expect(events.events(of: .head).map(\.status) == [302, 200])
      #expect(events.events(of: .finished).first?.metrics?.peerPort == server.port)
      #expect(Set(events.events.map(\.id)).count == 1)
      #expect(zip(events.events, events.events.dropFirst()).allSatisfy { $0.moment <= $1.moment })
      var text = "\(events.events)"
      dump(events.events, to: &text)
      #expect(!text.contains("s3cret"))
    }

    @Test func `a call that is cancelled ends with cancelled, one that fails with failed`() async throws {
      let server = try ScriptedServer { connection in
        try connection.readRequest()
        try connection.waitForPeerClose()
      }
      let closed = try ClosedPort()
      let events = RecordedEvents()
      let client = ResourceClient(options: ClientOptions(environment: RequestEnvironment(observer: events)))
      let task = Task { try await client.send(ResourceRequest(server.url())) }
      try await server.waitForRequests()
      task.cancel()
      _ = await task.result
      #expect(events.kinds.last == .cancelled)
      _ = try? await client.send(ResourceRequest(closed.url()))
      #expect(events.kinds.last == .failed)
      #expect(events.events.last?.code == .connectFailed)
    }
  }
#endif
