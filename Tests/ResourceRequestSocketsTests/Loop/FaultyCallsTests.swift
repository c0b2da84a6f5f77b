// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import Glibc
  import ResourceRequestCore
  import ResourceRequestSockets
  import TestSupport
  import Testing

  /// Each system call of the loop fails once, at each place of a few exchanges: each of those ends in time, with its
  /// response or the proper code, the transport works on, and no descriptor stays open.
  @Suite(.serialized, .enabled(if: FaultyCall.isPossible), .timeLimit(.minutes(10)))
  struct FaultyCallsTests {
    /// How many calls may come before the one that fails; FAULTS lets it come later.
    private static let most = ProcessInfo.processInfo.environment["FAULTS"].flatMap { Int($0) } ?? 20
    private static let codes: Set<ResourceError.Code> = [.connectionClosed, .connectFailed, .resourcesExhausted]

    /// How an exchange ended.
    private enum Ending: Equatable {
      case response
      case failure(ResourceError.Code, mayHaveExecuted: Bool)
    }

    /// A server that returns bodies, or `ok` where there is none.
    private struct Peer: Sendable {
      let url: String
      var options = ExchangeOptions()
      var bodies: [Data?] = [nil, Data(count: 10), Data(count: 300_000), nil]
      /// Whether the bodies are produced in large and small pieces, and how they are framed then; `nil` in memory.
      var isCounted: Bool?
      /// Waits until its connections have ended, where it can tell, and stops it.
      let finish: @Sendable () async throws -> Void
    }

    private func plain(isCounted: Bool? = nil) throws -> Peer {
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          let body = request.method == "POST" ? request.body : Array("ok".utf8)
          try connection.send(ScriptedResponse(200, bytes: body))
        }
      }
      return Peer(url: server.url(), isCounted: isCounted) { try await finish(server) }
    }

    /// A server that answers once a gate is open.
    private func waiting(for gate: Gate) throws -> (server: ScriptedServer, peer: Peer) {
      let server = try ScriptedServer { connection in
        while try connection.nextRequest() != nil {
          try connection.wait(for: gate)
          try connection.send(ScriptedResponse(200, bytes: Array("ok".utf8)))
        }
      }
      return (server, Peer(url: server.url()) { try await finish(server) })
    }

    private func http2() throws -> Peer {
      let server = try ScriptedServer { connection in
        var server = FrameServer(connection)
        try server.serve { stream, body in
          let body = body.isEmpty ? Array("ok".utf8) : body
          // What was taken of the connection's window is given back.
          try connection.send(
            RawFrame.windowUpdate(0, 40_000) + RawFrame.head(stream, [(":status", "200")])
              + RawFrame.data(stream, Array(body.prefix(16_000)), ends: body.count <= 16_000)
          )
          guard body.count > 16_000 else { return true }
          try connection.send(RawFrame.data(stream, Array(body[16_000...]), ends: true))
          return true
        }
      }
      let options = ExchangeOptions(httpVersion: .http2PriorKnowledge)
      return Peer(url: server.url(), options: options, bodies: [nil, Data(count: 10), Data(count: 30_000), nil]) {
        try await finish(server)
      }
    }

    private func tls(_ wire: FastServer.Wire) throws -> Peer {
      let server = try FastServer(wire) { _ in FastAnswer(200, Array("ok".utf8)[...]) }
      let connection = ConnectionOptions(tls: TLSOptions(caFile: server.authorityFile))
      return Peer(url: server.url(), options: ExchangeOptions(connection: connection), bodies: [nil, nil]) {
        server.stop()
      }
    }

    /// Each transport has ended with its last reference, and closed its sockets.
    private func finish(_ server: ScriptedServer) async throws {
      try await server.wait(for: "all connections to end") { $0.allSatisfy(\.isEnded) }
      server.stop()
    }

    private func produced(_ body: Data, isCounted: Bool) -> OutgoingBody {
      OutgoingBody(length: isCounted ? body.count : nil, isReplayable: true) {
        var rest = body
        return chunkStream(
          [5, 100_000, 1_000, 150_000, .max].map { size in
            defer { rest = rest.dropFirst(size) }
            return rest.prefix(size)
          }
        )
      }
    }

    private func send(_ body: Data?, to peer: Peer, over transport: SocketTransport) async throws -> Ending {
      let request = ResolvedRequest(
        method: body == nil ? .get : .post,
        url: try ResourceURL(peer.url),
        body: body.map { body in peer.isCounted.map { produced(body, isCounted: $0) } ?? OutgoingBody(body) },
        options: peer.options
      )
      do {
        let context = CallContext(deadline: ContinuousClock.now + .seconds(20))
        let response = try await transport.send(request, context: context)
        #expect(response.body.bytes == (body ?? Data("ok".utf8)))
        return .response
      } catch let failure as TransportFailure {
        return .failure(failure.code, mayHaveExecuted: failure.mayHaveExecuted)
      }
    }

    @Test(arguments: FaultyCall.allCases)
    func `a system call that fails once hangs nothing, leaks nothing, and is told by its code`(
      _ call: FaultyCall
    ) async throws {
      var peers = [try plain(), try plain(isCounted: true), try plain(isCounted: false), try http2()]
      if FastServer.isPossible { peers += [try tls(.tls), try tls(.http2)] }
      // One that ends closes its connections on its own thread, and its calls would be counted with those of the next.
      var used: [SocketTransport] = []
      for peer in peers {
        for error in call.errors { try await fail(call, error, with: peer, keeping: &used) }
      }
      used = []
      for peer in peers {
        try await peer.finish()
      }
    }

    @Test func `where the system has no more sockets, an exchange waits for a connection that is there`() async throws {
      let gate = Gate()
      let (server, peer) = try waiting(for: gate)
      do {
        let transport = SocketTransport()
        async let first = send(nil, to: peer, over: transport)
        try await server.waitForRequests(1)
        FaultyCall.socket.fail(behind: 0, with: EMFILE)
        defer { _ = FaultyCall.end() }
        async let second = send(nil, to: peer, over: transport)
        try await until { FaultyCall.hasFailed }
        #expect(FaultyCall.end())
        gate.open()
        let endings = try await [first, second]
        #expect(endings == [.response, .response])
        // A second is tried again after a second.
        #expect(server.connections.count <= 2)
      }
      try await peer.finish()
    }

    @Test(.enabled(if: FastServer.isPossible), arguments: [EMFILE, EACCES])
    func `files of TLS that no descriptor is left for reject no certificate`(_ error: Int32) async throws {
      let peer = try tls(.tls)
      do {
        let transport = SocketTransport()
        FaultyCall.open.failAlways(with: error)
        let ending = try await send(nil, to: peer, over: transport)
        #expect(FaultyCall.end())
        let code: ResourceError.Code = error == EMFILE ? .resourcesExhausted : .certificateRejected
        #expect(ending == .failure(code, mayHaveExecuted: false))
        #expect(try await send(nil, to: peer, over: transport) == .response)
      }
      try await peer.finish()
    }

    @Test func `a scarcity that closing does not end leaves other origins their idle connections`() async throws {
      let (gate, kept) = (Gate(), Gate())
      let (server, peer) = try waiting(for: gate)
      let (other, idle) = try waiting(for: kept)
      do {
        let transport = SocketTransport()
        try await withThrowingTaskGroup(of: Ending.self) { group in
          for _ in 0..<4 { group.addTask { try await send(nil, to: idle, over: transport) } }
          try await other.waitForRequests(4)
          kept.open()
          for try await ending in group { #expect(ending == .response) }
        }
        async let first = send(nil, to: peer, over: transport)
        try await server.waitForRequests(1)
        FaultyCall.socket.failAlways(with: ENFILE)
        defer { _ = FaultyCall.end() }
        async let second = send(nil, to: peer, over: transport)
        try await until { FaultyCall.hasFailed }
        gate.open()
        let endings = try await [first, second]
        _ = FaultyCall.end()
        #expect(endings == [.response, .response])
        // One is closed in the hope that it helps; that of the peer itself is idle, too.
        #expect(transport.capabilities.openConnections?.idle == 4)
      }
      try await peer.finish()
      try await idle.finish()
    }

    @Test(arguments: [false, true])
    func `where the system has no socket for an origin, every exchange fails in time`(_ isBusyElsewhere: Bool)
      async throws
    {
      let peer = try plain()
      let gate = Gate()
      let (other, busy) = try waiting(for: gate)
      do {
        let transport = SocketTransport()
        async let elsewhere = isBusyElsewhere ? send(nil, to: busy, over: transport) : .response
        if isBusyElsewhere { try await other.waitForRequests(1) }
        FaultyCall.socket.failAlways(with: EMFILE)
        defer { _ = FaultyCall.end() }
        try await withThrowingTaskGroup(of: Ending.self) { group in
          for _ in 0..<50 { group.addTask { try await send(nil, to: peer, over: transport) } }
          for try await ending in group { #expect(ending == .failure(.resourcesExhausted, mayHaveExecuted: false)) }
        }
        gate.open()
        let ending = try await elsewhere
        #expect(ending == .response)
      }
      try await peer.finish()
      try await busy.finish()
    }

    /// Lets the first call fail, then the second, and so on until there are no more.
    private func fail(
      _ call: FaultyCall,
      _ error: Int32,
      with peer: Peer,
      keeping used: inout [SocketTransport]
    ) async throws {
      for count in 0..<Self.most {
        call.fail(behind: count, with: error)
        let transport = SocketTransport()
        used.append(transport)
        var endings: [Ending] = []
        for body in peer.bodies { endings.append(try await send(body, to: peer, over: transport)) }
        let hasFired = FaultyCall.end()
        let place = "\(call) \(count) \(error) \(peer.url)"
        try check(endings, call, error, hasFired, place)
        if call != .eventfd, call != .epollCreate, call != .epollControl || count > 0 {
          #expect(try await send(nil, to: peer, over: transport) == .response, "\(place)")
        }
        guard hasFired else { return }
      }
    }

    private func check(
      _ endings: [Ending],
      _ call: FaultyCall,
      _ error: Int32,
      _ hasFired: Bool,
      _ place: String
    ) throws {
      let failures = endings.filter { $0 != .response }
      if !hasFired || [EINTR, 0].contains(error) || error == EAGAIN && call != .connect {
        #expect(failures.isEmpty, "\(place): \(endings)")
      }
      // A transport that could not be started stays so.
      let isStart = [.eventfd, .epollCreate].contains(call) || call == .epollControl && failures.count == endings.count
      #expect(failures.count <= (isStart ? endings.count : 1), "\(place): \(endings)")
      for case .failure(let code, let mayHaveExecuted) in failures {
        #expect(Self.codes.contains(code), "\(place): \(code)")
        if code != .connectionClosed { #expect(!mayHaveExecuted, "\(place): \(code)") }
        if [EMFILE, ENFILE, ENOSPC].contains(error) { #expect(code == .resourcesExhausted, "\(place): \(code)") }
      }
    }
  }
#endif
