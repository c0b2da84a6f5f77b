// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  /// A kept connection that ends during a request, over real sockets.
  struct StaleConnectionTests {
    /// A server that responds to the first request of each connection, and closes the first connection at its second
    /// request.
    private func dyingServer() throws -> ScriptedServer {
      try ScriptedServer { connection in
        try connection.readRequest()
        try connection.send(ScriptedResponse(200, headers: [], "\(connection.index)"))
        if connection.index == 0 {
          try connection.readRequest()
          connection.close()
        }
      }
    }

    @Test func `a GET is sent once more, on a new connection`() async throws {
      let server = try dyingServer()
      let events = RecordedEvents()
      let client = ResourceClient(options: ClientOptions(environment: RequestEnvironment(observer: events)))
      #expect(try await client.send(ResourceRequest(server.url("/1"))).text == "0")
      #expect(try await client.send(ResourceRequest(server.url("/2"))).text != "0")
      #expect(server.requests.map(\.target).sorted() == ["/1", "/2", "/2"])
      #expect(events.events(of: .attemptFailed).map(\.code) == [.connectionClosed])
    }

    @Test func `a POST is not, and may have been executed`() async throws {
      let server = try dyingServer()
      let client = ResourceClient()
      _ = try await client.send(ResourceRequest(server.url("/1")))
      var request = ResourceRequest(server.url("/2"), method: .post)
      request.body = .string("order")
      let sent = request
      let error = await #expect(throws: ResourceError.self) { try await client.send(sent) }
      #expect(error?.code == .connectionClosed)
      #expect(error?.mayHaveExecuted == true)
      #expect(error?.attempts.count == 1)
      #expect(server.requests.map(\.target) == ["/1", "/2"])
    }
  }
#endif
