// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  struct ElementTests {
    private struct Point: Codable, Sendable, Hashable {
      var x: Int
    }

    private func all<Value>(_ elements: JSONElements<Value>) async throws -> [Value] {
      try await elements.reduce(into: []) { $0.append($1) }
    }

    @Test func `an element is there before the next is sent`() async throws {
      let gate = Gate()
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 34\r\n\r\n{\"points\":[{\"x\":1},")
        try connection.wait(for: gate)
        try connection.send("{\"x\":2}],\"n\":2}")
      }
      defer { server.stop() }
      var points: [Point] = []
      let request = ResourceRequest(server.url())
      for try await point in ResourceClient().elements(of: Point.self, for: request, at: ["points"]) {
        points.append(point)
        gate.open()
      }
      #expect(points == [Point(x: 1), Point(x: 2)])
    }

    @Test func `newline-delimited JSON is read by its content type, or where the body is no array`() async throws {
      let type = [("Content-Type", "application/x-ndjson")]
      let named = ScriptedResponse.chunked(200, headers: type, ["[1]\n[2", "]\n"])
      let server = try ScriptedServer(responses: [named, .chunked(200, ["{\"x\":1}\n{\"x\"", ":2}"])])
      defer { server.stop() }
      let client = ResourceClient()
      #expect(try await all(client.elements(of: [Int].self, for: ResourceRequest(server.url()))) == [[1], [2]])
      #expect(try await all(client.elements(of: Point.self, for: ResourceRequest(server.url()))).map(\.x) == [1, 2])
    }

    @Test func `each loop over the elements is a call of its own`() async throws {
      let server = try ScriptedServer(responses: [.chunked(200, ["[1]"]), .chunked(200, ["[2]"])])
      defer { server.stop() }
      let elements = ResourceClient().elements(of: Int.self, for: ResourceRequest(server.url()))
      #expect(try await all(elements) == [1])
      #expect(try await all(elements) == [2])
    }

    @Test func `an element that is no such value is named, and ends the exchange`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\n\r\n[{\"x\":1},{\"y\":1},")
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let elements = try await ResourceClient().stream(ResourceRequest(server.url())).elements(of: Point.self)
      let iterator = elements.makeAsyncIterator()
      #expect(try await iterator.next() == Point(x: 1))
      let error = await #expect(throws: ResourceError.self) { try await iterator.next() }
      #expect(error?.code == .decodingFailed)
      #expect(
        error?.message
          == #"element 2 of the body cannot be decoded as Point: the key "x" is missing (line 1, column 1)"#
      )
      #expect(try await iterator.next() == nil)
      try await server.waitForPeerClose()
    }

    @Test func `a status that is not 2xx, and a body that is no array, are errors that say so`() async throws {
      let responses: [ScriptedResponse] = [.chunked(404, ["gone"]), .chunked(200, ["{\"items\":[{\"x\":1}]}"])]
      let server = try ScriptedServer(responses: responses)
      defer { server.stop() }
      let client = ResourceClient()
      let request = ResourceRequest(server.url())
      var error = await #expect(throws: ResourceError.self) {
        _ = try await all(client.elements(of: Int.self, for: request))
      }
      #expect(error?.code == .unsuccessfulStatus)
      #expect(error?.response?.text == "gone")
      error = await #expect(throws: ResourceError.self) {
        _ = try await all(client.elements(of: Point.self, for: request))
      }
      #expect(error?.code == .decodingFailed)
      #expect(error?.message.hasSuffix("the body is not an array: name the member that holds it (at:)") == true)
    }

    @Test func `a body cut off is no shorter array`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[1,2")
      }
      defer { server.stop() }
      let iterator = ResourceClient().elements(of: Int.self, for: ResourceRequest(server.url())).makeAsyncIterator()
      #expect(try await iterator.next() == 1)
      await #expect(throws: ResourceError.self) { try await iterator.next() }
    }
  }
#endif
