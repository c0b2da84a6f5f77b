// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  struct LineTests {
    private struct Point: Codable, Sendable, Hashable {
      var x: Int
    }

    private func stream(_ pieces: [String]) async throws -> (ResourceStream, ScriptedServer) {
      let server = try ScriptedServer(responses: [ScriptedResponse.chunked(200, pieces)])
      return (try await ResourceClient().stream(ResourceRequest(server.url())), server)
    }

    @Test func `lines are given as they come, whatever ends them`() async throws {
      let (stream, streamServer) = try await stream(["\u{FEFF}one\r", "\ntwo\n\nü", "ber"])
      defer { streamServer.stop() }
      #expect(try await stream.lines.reduce(into: []) { $0.append($1) } == ["one", "two", "", "über"])
    }

    @Test func `a line is there before the next is sent`() async throws {
      let gate = Gate()
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\none\n")
        try connection.wait(for: gate)
        try connection.send("two\n")
      }
      defer { server.stop() }
      var lines: [String] = []
      for try await line in try await ResourceClient().stream(ResourceRequest(server.url())).lines {
        lines.append(line)
        gate.open()
      }
      #expect(lines == ["one", "two"])
    }

    @Test func `a text of a sequence is there before the next is sent`() async throws {
      let gate = Gate()
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\n\r\n\u{1E}{\"x\":1}\n")
        try connection.wait(for: gate)
        try connection.send("\u{1E}{\"x\":2}\n")
      }
      defer { server.stop() }
      var points: [Point] = []
      let stream = try await ResourceClient().stream(ResourceRequest(server.url()))
      for try await point in stream.jsonSequence(of: Point.self) {
        points.append(point)
        gate.open()
      }
      #expect(points == [Point(x: 1), Point(x: 2)])
    }

    @Test func `what is wrong behind a line is told before more comes`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\n\r\n1\n\"0123456789\"")
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let stream = try await ResourceClient().stream(ResourceRequest(server.url()))
      let error = await #expect(throws: ResourceError.self) { for try await _ in stream.lines(limit: 8) {} }
      #expect(error?.code == .bodyTooLarge)
    }

    @Test func `JSON lines are decoded one by one, and blank ones passed over`() async throws {
      let (stream, streamServer) = try await stream([#"{"x":1}"# + "\n\n  \r\n" + #"{"x""#, ":2}\r\n" + #"{"x":3}"#])
      defer { streamServer.stop() }
      let points = try await stream.jsonLines(of: Point.self).reduce(into: []) { $0.append($1) }
      #expect(points == [Point(x: 1), Point(x: 2), Point(x: 3)])
      let (values, valuesServer) = try await self.stream(["1\n{\"b\":2.5,\"a\":[]}\nnull\n"])
      defer { valuesServer.stop() }
      let texts = try await values.jsonLines(of: JSON.self).reduce(into: []) { $0.append($1.text()) }
      #expect(texts == ["1", #"{"b":2.5,"a":[]}"#, "null"])
    }

    @Test func `a line that is no such value is named, and ends the exchange`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\n\r\n{\"x\":1}\n\n{\"y\":1}\n")
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let stream = try await ResourceClient().stream(ResourceRequest(server.url()))
      let error = await #expect(throws: ResourceError.self) {
        for try await _ in stream.jsonLines(of: Point.self) {}
      }
      #expect(error?.code == .decodingFailed)
      #expect(error?.message == #"line 3 of the stream cannot be decoded as Point: the key "x" is missing (column 1)"#)
      try await server.waitForPeerClose()
    }

    @Test func `broken JSON is named by line and column, and a line over the limit by line`() async throws {
      let (broken, brokenServer) = try await stream(["1\n[1,]\n"])
      defer { brokenServer.stop() }
      var error = await #expect(throws: ResourceError.self) { for try await _ in broken.jsonLines(of: JSON.self) {} }
      #expect(error?.message.hasPrefix("line 2 of the stream cannot be decoded as JSON: column 4: ") == true)
      let (long, longServer) = try await stream(["1\n2\n", "\"0123456789\"\n"])
      defer { longServer.stop() }
      error = await #expect(throws: ResourceError.self) {
        for try await _ in long.jsonLines(of: JSON.self, limit: 8) {}
      }
      #expect(error?.code == .bodyTooLarge)
      #expect(error?.message.contains("line 3") == true)
    }

    @Test func `a JSON text sequence is decoded, and a text that may be cut off named or passed over`() async throws {
      let text = "\u{1E}{\"x\":\n1}\n\u{1E}\u{1E}{\"x\":2}\n\u{1E}{\"x\u{1E}{\"x\":3}"
      let (lenient, lenientServer) = try await stream([text])
      defer { lenientServer.stop() }
      let points = try await lenient.jsonSequence(of: Point.self, skipsMalformed: true).reduce(into: []) {
        $0.append($1)
      }
      #expect(points == [Point(x: 1), Point(x: 2), Point(x: 3)])
      let (zeros, zeroServer) = try await stream(["\u{1E}{\"x\":1}\n\u{1E}\0\0\0\0\0\0\0\0\u{1E}{\"x\":3}\n"])
      defer { zeroServer.stop() }
      let others = try await zeros.jsonSequence(of: Point.self, skipsMalformed: true).reduce(into: []) {
        $0.append($1)
      }
      #expect(others == [Point(x: 1), Point(x: 3)])
      let (untyped, untypedServer) = try await stream([text])
      defer { untypedServer.stop() }
      let values = try await untyped.jsonSequence(of: JSON.self, skipsMalformed: true).reduce(into: []) {
        $0.append($1["x"].int)
      }
      #expect(values == [1, 2, 3])
      let (strict, strictServer) = try await stream([text])
      defer { strictServer.stop() }
      var error = await #expect(throws: ResourceError.self) {
        for try await _ in strict.jsonSequence(of: Point.self) {}
      }
      #expect(error?.message.hasPrefix("text 4 of the stream cannot be decoded as Point") == true)
      let (cut, cutServer) = try await stream(["\u{1E}1\n\u{1E}23"])
      defer { cutServer.stop() }
      error = await #expect(throws: ResourceError.self) { for try await _ in cut.jsonSequence(of: Int.self) {} }
      #expect(error?.message.contains("cut off") == true)
    }
  }
#endif
