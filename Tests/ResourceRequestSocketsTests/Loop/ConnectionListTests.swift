// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestCore
  import ResourceRequestTesting
  import TestSupport
  import Testing

  @testable import ResourceRequestSockets

  /// What `client.connections()` tells of real connections.
  @Suite(.timeLimit(.minutes(2)))
  struct ConnectionListTests {
    private let transport = SocketTransport()

    private func send(_ url: String, _ options: ExchangeOptions = ExchangeOptions()) async throws -> Status {
      let request = ResolvedRequest(method: .get, url: try ResourceURL(url), options: options)
      return try await transport.send(request, context: CallContext()).status
    }

    private func connections() async throws -> [ConnectionStatus] {
      try #require(await transport.capabilities.connections())
    }

    @Test func `an idle connection is told with its place, its use and its bytes`() async throws {
      let server = try ScriptedServer { connection in
        while try connection.nextRequest() != nil {
          try connection.send(ScriptedResponse(200, bytes: Array("ok".utf8)))
        }
      }
      defer { server.stop() }
      #expect(try await connections().isEmpty)
      let answer = ScriptedResponse(200, bytes: Array("ok".utf8)).bytes.count
      for number in 1...3 {
        #expect(try await send(server.url()) == 200)
        let connection = try #require(try await connections().first)
        #expect(connection.origin == "http://\(server.authority)")
        #expect(connection.endpoint == nil)
        #expect(connection.peer == server.authority)
        #expect(connection.state == .idle)
        #expect(connection.active == 0)
        #expect(connection.httpVersion == "HTTP/1.1")
        #expect(connection.tlsVersion == nil)
        #expect(connection.requests == number)
        #expect(connection.bytesReceived == number * answer)
        #expect(connection.bytesSent % number == 0 && connection.bytesSent > number * 20)
        let idleTime = try #require(connection.idleTime)
        #expect((0...connection.age).contains(idleTime))
        #expect("\(connection)".contains(", idle for "))
      }
    }

    @Test func `a connection is in use until its response is complete, and its endpoint is named`() async throws {
      let (isAsked, isNotified) = (Gate(), Gate())
      let server = try ScriptedServer { connection in
        try connection.readRequest()
        isAsked.open()
        try connection.wait(for: isNotified)
        try connection.send(ScriptedResponse(204))
      }
      defer { server.stop() }
      var request = ResolvedRequest(method: .get, url: try ResourceURL("http://api.invalid/secret?token=secret"))
      request.endpoint = try Endpoint(server.authority)
      let sent = request
      async let status = transport.send(sent, context: CallContext()).status
      try await isAsked.wait()
      let connection = try #require(try await connections().first)
      #expect(connection.state == .inUse)
      #expect(connection.active == 1)
      #expect(connection.requests == 1)
      #expect(connection.idleTime == nil)
      #expect(connection.bytesSent > 0)
      #expect(connection.bytesReceived == 0)
      #expect(connection.origin == "http://api.invalid")
      #expect(connection.endpoint == server.authority)
      #expect(!"\(connection)".contains("secret"))
      isNotified.open()
      #expect(try await status == 204)
    }

    @Test func `exchanges share a connection over HTTP/2, and one that is told to go drains`() async throws {
      let arrived = [Gate(), Gate(), Gate()]
      let (isNotified, isGoing, isSeen) = (Gate(), Gate(), Gate())
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        var streams: [UInt32] = []
        try server.serve { stream, _ in
          streams.append(stream)
          arrived[streams.count - 1].open()
          guard streams.count == 3 else { return true }
          try connection.wait(for: isNotified)
          for stream in streams.dropLast() {
            try connection.send(RawFrame.head(stream, [(":status", "204")], ends: true))
          }
          try connection.send(RawFrame.goAway(stream, 0))
          isGoing.open()
          try connection.wait(for: isSeen)
          try connection.send(RawFrame.head(stream, [(":status", "204")], ends: true))
          return false
        }
      }
      defer { server.stop() }
      let options = ExchangeOptions(httpVersion: .http2PriorKnowledge)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<3 {
          group.addTask { try await #expect(send(server.url(), options) == 204) }
          try await arrived[number].wait()
        }
        let shared = try #require(try await connections().first)
        #expect(shared.state == .shared)
        #expect(shared.active == 3)
        #expect(shared.requests == 3)
        #expect(shared.httpVersion == "HTTP/2")
        #expect("\(shared)".contains(", shared by 3, "))
        isNotified.open()
        for _ in 0..<2 { try await group.next() }
        try await isGoing.wait()
        try await until { try await connections().first?.state == .draining }
        #expect(try await connections().first?.active == 1)
        isSeen.open()
        try await group.waitForAll()
      }
      #expect(try await connections().isEmpty)
    }

    @Test(.enabled(if: ScriptedTLS.isPossible)) func `a connection is opening until TLS is agreed on`() async throws {
      let tls = try ScriptedTLS()
      let (isOpen, isSeen) = (Gate(), Gate())
      let server = try ScriptedServer { connection in
        isOpen.open()
        try connection.wait(for: isSeen)
        guard let session = tls.accept(connection) else { return }
        while session.readHead() != nil { session.send("HTTP/1.1 204 No Content\r\n\r\n") }
      }
      defer { server.stop() }
      let connection = ConnectionOptions(tls: TLSOptions(caFile: tls.authorityFile))
      async let status = send("https://\(server.authority)/", ExchangeOptions(connection: connection))
      try await isOpen.wait()
      let opening = try #require(try await connections().first)
      #expect(opening.state == .opening)
      #expect(opening.tlsVersion == nil)
      #expect(opening.httpVersion == nil)
      #expect(opening.requests == 0)
      #expect(try await connections().count == 1)
      isSeen.open()
      #expect(try await status == 204)
      let idle = try #require(try await connections().first)
      #expect(idle.state == .idle)
      #expect(idle.tlsVersion == "TLSv1.3")
      #expect(idle.httpVersion == "HTTP/1.1")
      // The handshake is among the bytes.
      #expect(idle.bytesReceived > 500)
      #expect(idle.bytesSent > 300)
    }

    @Test func `an idle connection drains once its lifetime has ended`() async throws {
      let server = try ScriptedServer { connection in
        while try connection.nextRequest() != nil { try connection.send(ScriptedResponse(204)) }
      }
      defer { server.stop() }
      let lifetime = DestinationLifetime()
      var options = ExchangeOptions()
      options.lifetime = lifetime
      #expect(try await send(server.url(), options) == 204)
      #expect(try await connections().map(\.state) == [.idle])
      transport.capabilities.lifetimesEnded([lifetime])
      #expect(try await connections().map(\.state) == [.draining])
    }

    @Test func `a transport that has ended, or is ending, tells of no connections and lets nobody wait`() async throws {
      for _ in 0..<100 {
        let capabilities = SocketTransport(loops: 2).capabilities
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<4 { group.addTask { #expect(await capabilities.connections()?.isEmpty == true) } }
        }
        #expect(await capabilities.connections()?.isEmpty == true)
      }
    }

    @Test func `a client lists the connections of its transport, by origin, through what wraps it`() async throws {
      let servers = try (0..<2).map { _ in
        try ScriptedServer { connection in
          while try connection.nextRequest() != nil { try connection.send(ScriptedResponse(204)) }
        }
      }
      defer { for server in servers { server.stop() } }
      let client = ResourceClient(transport: RecordingTransport(SocketTransport(loops: 3)))
      for server in servers { #expect(try await client.send(ResourceRequest(server.url())).status == 204) }
      let list = try #require(await client.connections())
      #expect(list.map(\.origin) == servers.map { "http://\($0.authority)" }.sorted())
      #expect(try JSONDecoder().decode([ConnectionStatus].self, from: JSONEncoder().encode(list)) == list)
      #expect(await ResourceClient(transport: StubTransport(script: [])).connections() == nil)
    }
  }
#endif
