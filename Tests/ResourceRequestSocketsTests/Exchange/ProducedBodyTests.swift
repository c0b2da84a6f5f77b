// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestCore
  import ResourceRequestSockets
  import TestSupport
  import Testing

  /// Small chunks of a produced body are gathered, and large ones are sent from where they are.
  @Suite(.timeLimit(.minutes(2)))
  struct ProducedBodyTests {
    /// Around the size from which on a chunk is not copied, and larger than a call to the system and a turn of the loop.
    private static let sizes = [
      [1, 16_383, 16_384, 5, 16_385, 0, 65_536, 2], [300_000, 1, 700_001], [10], [1 << 21, 1 << 21],
    ]

    private func echoes(_ connection: ScriptedConnection) throws {
      while let request = try connection.nextRequest() {
        try connection.send(ScriptedResponse(200, bytes: request.body))
      }
    }

    private func chunks(of sizes: [Int]) -> [Data] {
      var random = SeededGenerator(seed: UInt64(sizes.count))
      return sizes.map { random.bytes($0) }
    }

    private func send(
      _ chunks: [Data],
      known: Bool,
      to url: String,
      _ options: ExchangeOptions = ExchangeOptions(),
      over transport: SocketTransport
    ) async throws -> Data {
      let body = OutgoingBody(length: known ? chunks.reduce(0) { $0 + $1.count } : nil, isReplayable: true) {
        chunkStream(chunks)
      }
      let request = ResolvedRequest(method: .post, url: try ResourceURL(url), body: body, options: options)
      let context = CallContext(deadline: ContinuousClock.now + .seconds(60))
      return try await transport.send(request, context: context).body.bytes
    }

    /// Returns the body of each request on a connection with TLS.
    private func echoes(_ session: ScriptedTLS.Session) {
      while line(session) != nil {
        var length: Int?
        while let field = line(session), !field.isEmpty {
          if field.hasPrefix("Content-Length: ") { length = Int(field.dropFirst(16)) }
        }
        var body = length.flatMap(session.read) ?? []
        while length == nil, let count = line(session).flatMap({ Int($0, radix: 16) }), count > 0 {
          body += session.read(count + 2)?.dropLast(2) ?? []
        }
        if length == nil { _ = session.read(2) }
        session.send(ScriptedResponse(200, bytes: body).bytes)
      }
    }

    private func line(_ session: ScriptedTLS.Session) -> String? {
      var line: [UInt8] = []
      while line.suffix(2) != [13, 10] {
        guard let byte = session.read(1) else { return nil }
        line += byte
      }
      return String(decoding: line.dropLast(2), as: UTF8.self)
    }

    @Test(arguments: sizes, [false, true])
    func `every byte arrives in its order, whatever the sizes of the chunks`(_ sizes: [Int], _ isKnown: Bool)
      async throws
    {
      let server = try ScriptedServer(receiveBuffer: 8 << 10, echoes)
      defer { server.stop() }
      let transport = SocketTransport()
      let chunks = chunks(of: sizes)
      for _ in 0..<2 {
        let bytes = try await send(chunks, known: isKnown, to: server.url(), over: transport)
        #expect(bytes == chunks.reduce(into: Data()) { $0.append($1) })
      }
      // Nothing of a body is left for the request that follows it.
      #expect(server.connections.count == 1)
    }

    @Test(arguments: sizes, [false, true])
    func `so do they over TLS`(_ sizes: [Int], _ isKnown: Bool) async throws {
      let tls = try ScriptedTLS()
      let server = try ScriptedServer { connection in
        if let session = tls.accept(connection) { echoes(session) }
      }
      defer { server.stop() }
      let transport = SocketTransport()
      let options = ExchangeOptions(connection: ConnectionOptions(tls: TLSOptions(caFile: tls.authorityFile)))
      let chunks = chunks(of: sizes)
      for _ in 0..<2 {
        let bytes = try await send(
          chunks,
          known: isKnown,
          to: "https://\(server.authority)/",
          options,
          over: transport
        )
        #expect(bytes == chunks.reduce(into: Data()) { $0.append($1) })
      }
      #expect(server.connections.count == 1)
    }
  }
#endif
