// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestCurl
  import ResourceRequestKit
  import TestSupport
  import Testing

  @Suite(.everyWire)
  struct StreamTests {
    @Test func `a connection counts as used until the body is whole, and as idle then`() async throws {
      let gate = Gate()
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
        try connection.wait(for: gate)
        try connection.send("end")
        _ = try? connection.readRequest()
      }
      let transport = CurlTransport()
      #expect(transport.capabilities.openConnections == OpenConnections(active: 0, idle: 0))
      let client = ResourceClient(transport: transport)
      let answer = try await client.stream(ResourceRequest(server.url("/")))
      #expect(client.status.connections == OpenConnections(active: 1, idle: 0))
      gate.open()
      for try await _ in answer {}
      // The counts change at most one turn of the loop later; this call takes at least a turn.
      _ = try? await client.send(ResourceRequest("http://127.0.0.1:1/"))
      #expect(client.status.connections == OpenConnections(active: 0, idle: 1))
    }

    @Test func `the metrics at the head tell how long it was waited for, and those at the end the body too`()
      async throws
    {
      let (slow, gate) = (Duration.milliseconds(30), Gate())
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.pause(for: slow)
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
        try connection.wait(for: gate)
        try connection.pause(for: slow)
        try connection.send("end")
        _ = try? connection.readRequest()
      }
      var options = ExchangeOptions()
      options.streamWindow = 1 << 16
      let request = ResolvedRequest(url: try ResourceURL(server.url("/")), options: options)
      let response = try await CurlTransport().send(request, context: CallContext())
      #expect(response.metrics.total >= slow)
      #expect(response.metrics.total >= response.metrics.firstByte ?? .zero)
      gate.open()
      let stream = try #require(response.body.stream)
      while try await stream.next() != nil {}
      let end = try #require(stream.end)
      #expect(end.metrics.total >= response.metrics.total + slow)
    }

    @Test func `the head is there before the body, and chunks come as they are sent`() async throws {
      let gate = Gate()
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
        try connection.wait(for: gate)
        try connection.send("3\r\ntwo\r\n0\r\nCheck: sum\r\n\r\n")
      }
      let client = ResourceClient(options: .everyWire)
      let answer = try await client.stream(ResourceRequest(server.url("/")))
      #expect(answer.status == 200)
      var chunks: [String] = []
      for try await chunk in answer {
        chunks.append(String(decoding: chunk, as: UTF8.self))
        gate.open()
      }
      #expect(chunks == ["one", "two"])
      #expect(answer.trailers?["check"] == "sum")
    }

    @Test func `a slow reader makes the peer wait and not the memory grow`() async throws {
      let size = 64 << 20
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
        let block = [UInt8](repeating: 7, count: 1 << 20)
        for _ in 0..<64 { try connection.send(block) }
      }
      let client = ResourceClient(options: .everyWire)
      let answer = try await client.stream(ResourceRequest(server.url("/")), window: 64 << 10)
      var total = 0
      for try await chunk in answer { total += chunk.count }
      #expect(total == size)
    }

    @Test func `a compressed answer that grows a thousandfold waits for its reader too, and arrives whole`()
      async throws
    {
      // Zeros, compressed twice: the server sends the result of the first compression, which libcurl reads at once.
      let twice = Data(
        base64Encoded:
          "7dwxagJRFIbRN2ghKaIRUtkI2YSNEAlYpzC1uAD7dA5I+uzEQlxAOnegsXIBIUWK2EgmOLvw3XOWcMufy/d6+PooipRS+f63+m7d"
          + "JAAAACBz5eeycRkDUr/ajZ9fAAAAgNzN2rfNehQ4T3sj5wAAAIDsvQ0HnfpD4GcxbzoHAAAAZO/+9/hYbwHbanM3cQ8AAADI3l4w"
          + "AAAAAEIRDAAAAIBYBAMAAAAgFsEAAAAACEYwAAAAAGIRDAAAAIBYBAMAAAAgFsEAAAAACEYwAAAAAGIRDAAAAIBYBAMAAAAgFsEA"
          + "AAAACOawbHQvW8Comp4eJgkAAICrUq7TU5mKfw=="
      )
      let bytes = try Inflate.read(Array(#require(twice))).text
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: \(bytes.count)\r\n\r\n")
        try connection.send(bytes)
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      var options = ExchangeOptions()
      options.streamWindow = 64 << 10
      options.expansionLimit = 2000
      let request = ResolvedRequest(method: .get, url: try ResourceURL(server.url()), options: options)
      let response = try await CurlTransport().send(request, context: CallContext())
      let stream = try #require(response.body.stream)
      var total = 0
      while let chunk = try await stream.next() { total += chunk.count }
      #expect(total == 72 << 20)
    }

    @Test func `leaving the loop ends the exchange on the wire`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
        _ = try? connection.readRequest()
      }
      let client = ResourceClient(options: .everyWire)
      for try await _ in try await client.stream(ResourceRequest(server.url("/"))) { break }
      try await server.waitForPeerClose()
      #expect(await client.drain(within: .seconds(60)))
    }

    @Test func `a body made while it is sent arrives whole, in chunks or with its length`() async throws {
      let server = try ScriptedServer.echo()
      let client = ResourceClient(options: .everyWire)
      for length in [nil, 6] {
        let (writer, body) = ResourceRequest.Body.bound(length: length, type: "text/plain")
        var request = ResourceRequest(server.url("/"), method: .post)
        request.body = body
        async let response = client.send(request)
        try await writer.write(Data("one".utf8))
        try await writer.write(Data("two".utf8))
        writer.finish()
        let echoed = try #require(try await response.json)
        #expect(echoed["body"].string == "onetwo")
      }
    }

    @Test func `a file is sent from disk`() async throws {
      let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
      let bytes = SeededGenerator.bytes(1_000_000)
      try bytes.write(to: URL(filePath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      let server = try ScriptedServer { connection in
        let request = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n\(request.body.count)")
      }
      var request = ResourceRequest(server.url("/"), method: .put)
      request.body = .file(path)
      #expect(try await ResourceClient(options: .everyWire).send(request).text == "1000000")
    }

    @Test func `a body that cannot be made fails its request`() async throws {
      let server = try ScriptedServer.echo()
      var request = ResourceRequest(server.url("/"), method: .post)
      let (writer, body) = ResourceRequest.Body.bound()
      request.body = body
      writer.fail(CancellationError())
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient(options: .everyWire).send(request)
      }
      #expect(error?.code == .invalidBody)
    }

    @Test func `a writer is let go where its request fails before anything is read`() async throws {
      let closed = try ClosedPort()
      for target in [closed.url(), "no base", "http://127.0.0.1:1/{missing}"] {
        let (writer, body) = ResourceRequest.Body.bound(window: 1)
        var request = ResourceRequest(target, method: .post)
        request.body = body
        let call = Task { [request] in try await ResourceClient(options: .everyWire).send(request) }
        await #expect(throws: BodyWriter.Refused.self) {
          while true { try await writer.write(Data([1, 2])) }
        }
        await #expect(throws: ResourceError.self) { try await call.value }
      }
    }

    @Test func `a writer that goes without finishing fails its request`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      var request = ResourceRequest(server.url("/"), method: .post)
      request.body = ResourceRequest.Body.bound().body
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient(options: .everyWire).send(request)
      }
      #expect(error?.code == .invalidBody)
    }
  }
#endif
