// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Compressed request bodies: progress and `Expect` refer to the compressed bytes.
  struct CompressedUploadTests {
    private let client = ResourceClient()
    private let text = Data(String(repeating: "all work and no play, ", count: 10_000).utf8)

    private func request(_ server: ScriptedServer, _ body: ResourceRequest.Body) -> ResourceRequest {
      var request = ResourceRequest(server.url(), method: .put)
      request.body = body
      request.compression = .gzip
      return request
    }

    /// Decodes the body after gzip's header of ten bytes; the eight bytes of checks at its end are ignored.
    private func decoded(_ request: ReceivedRequest?) throws -> [UInt8] {
      let request = try #require(request)
      #expect(request.header("Content-Encoding") == "gzip")
      return try Inflate.read(Array(request.body.dropFirst(10))).text
    }

    private func progress(of request: ResourceRequest) async throws -> [TransferProgress] {
      let reports = Lock<[TransferProgress]>([])
      let reporter = ProgressReporter(every: .zero) { progress in reports.withLock { $0.append(progress) } }
      #expect(try await client.send(request, uploadProgress: reporter).status == 200)
      return reports.withLock { $0 }
    }

    @Test func `progress of a body in memory is that of its compressed bytes, whose number is known`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let reports = try await progress(of: request(server, .data(text)))
      let received = try #require(server.requests.last)
      #expect(try decoded(received) == Array(text))
      #expect(received.body.count < text.count / 10)
      #expect(received.header("Content-Length") == "\(received.body.count)")
      #expect(reports.last == TransferProgress(completed: received.body.count, total: received.body.count))
      #expect(reports.allSatisfy { $0.total == received.body.count })
    }

    @Test func `progress of a body that is compressed while it is sent knows its total at the end`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      // A body above 4 MiB is sent like a stream: compressed piece by piece, in chunks.
      let long = Data((0..<(5 << 20)).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
      let reports = try await progress(of: request(server, .data(long)))
      let received = try #require(server.requests.last)
      #expect(try decoded(received) == Array(long))
      #expect(received.header("Content-Length") == nil)
      #expect(received.header("Transfer-Encoding") == "chunked")
      #expect(reports.last == TransferProgress(completed: received.body.count, total: received.body.count))
      #expect(reports.dropLast().allSatisfy { $0.total == nil })
      #expect(reports.count > 1)
    }

    @Test(arguments: [RequestCompression.brotli, .zstd, .brotli(level: 9), .zstd(level: 19)], [50_000, 5_000_000])
    func `what the system's libraries compress, libcurl reads back, whole and as a stream`(
      _ rule: RequestCompression,
      _ count: Int
    ) async throws {
      let name = rule == .brotli || rule == .brotli(level: 9) ? "br" : "zstd"
      guard RequestCompression.availableCodings.contains(name), CurlTransport.contentCodings.contains(name) else {
        return
      }
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let lines = (0...count / 30).lazy.map { "\($0 &* 7919 % 100_003): all work and no play\n" }
      let long = Data(lines.joined().utf8).prefix(count)
      var request = ResourceRequest(server.url(), method: .put)
      request.body = .data(long)
      request.compression = rule
      #expect(try await client.send(request).status == 200)
      let received = try #require(server.requests.last)
      #expect(received.header("Content-Encoding") == name)
      #expect(received.body.count < count / 3)
      #expect((received.header("Content-Length") == nil) == (count > 4 << 20))
      let mirror = try ScriptedServer(responses: [
        ScriptedResponse(200, headers: [("Content-Encoding", name)], bytes: received.body)
      ])
      defer { mirror.stop() }
      #expect(try await client.send(ResourceRequest(mirror.url())).data == long)
    }

    @Test func `the server is asked before a body that is long when it is compressed`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      var request = request(server, .data(text))
      request.expectContinue = .above(text.count / 10, wait: .seconds(3600))
      // The compressed body is below the limit.
      _ = try await client.send(request)
      #expect(server.requests.last?.header("Expect") == nil)
      request.compression = .never
      _ = try await client.send(request)
      #expect(server.requests.last?.header("Expect") == "100-continue")
      request.compression = .gzip
      request.expectContinue = .above(100, wait: .seconds(3600))
      _ = try await client.send(request)
      #expect(server.requests.last?.header("Expect") == "100-continue")
      // The compressed length of a stream is not known in advance.
      let stream = AsyncThrowingStream<Data, any Error> { [text] continuation in
        continuation.yield(text)
        continuation.finish()
      }
      request.body = .stream(stream, length: text.count)
      request.expectContinue = .above(1 << 30, wait: .seconds(3600))
      _ = try await client.send(request)
      #expect(server.requests.last?.header("Expect") == "100-continue")
      #expect(try decoded(server.requests.last) == Array(text))
    }

    @Test func `a refused body that was to be compressed is not sent`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readHead()
        try connection.send("HTTP/1.1 413 No\r\nContent-Length: 0\r\n\r\n")
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      var request = request(server, .data(text))
      request.expectContinue = .always(wait: .seconds(3600))
      #expect(try await client.send(request).status == 413)
      try await server.waitForPeerClose()
      let received = String(decoding: server.connections.first?.received ?? [], as: UTF8.self)
      #expect(received.hasSuffix("\r\n\r\n"))
    }

    @Test func `a login that protects the body is answered over the compressed bytes, which are sent again`()
      async throws
    {
      let challenge = #"Digest realm="r", qop="auth-int", nonce="n1""#
      let server = try ScriptedServer(responses: [
        ScriptedResponse(401, headers: [("WWW-Authenticate", challenge)]), ScriptedResponse(200),
      ])
      defer { server.stop() }
      let service = BackendService(
        name: "a",
        baseURL: try ResourceURL(server.url("/")),
        credential: .digest(username: "ann", password: "pw")
      )
      let client = ResourceClient(configuration: ResourceConfiguration(services: [service]))
      var request = ResourceRequest("", method: .put, service: "a")
      request.body = .data(text)
      request.compression = .gzip
      #expect(try await client.send(request).status == 200)
      #expect(server.requests.count == 2)
      #expect(server.requests.last?.header("Authorization")?.contains("qop=auth-int") == true)
      #expect(server.requests.first?.body == server.requests.last?.body)
      #expect(try decoded(server.requests.last) == Array(text))
    }
  }
#endif
