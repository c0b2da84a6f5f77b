// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  struct PartTests {
    @Test func `parts arrive as they are sent, each with its own chunks, and unread ones are skipped`()
      async throws
    {
      let gate = Gate()
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Type: multipart/mixed; boundary=\"a b\"\r\n\r\n")
        try connection.send(
          "--a b\r\nContent-Type: text/plain\r\n\r\none\r\n--a b\r\n\r\nskipped\r\n--a b\r\nX: 3\r\n\r\nth"
        )
        try connection.wait(for: gate)
        try connection.send("ree\r\n--a b--\r\n")
      }
      defer { server.stop() }
      var seen: [String] = []
      for try await part in try await ResourceClient().stream(ResourceRequest(server.url())).parts {
        if part.headers["Content-Type"] != nil {
          seen.append(String(decoding: try await part.collect(), as: UTF8.self))
        } else if part.headers["X"] == "3" {
          gate.open()
          for try await chunk in part { seen.append(String(decoding: chunk, as: UTF8.self)) }
        }
      }
      #expect(seen.first == "one")
      #expect(seen.dropFirst().joined() == "three")
    }

    @Test func `what is wrong behind a part is told before more comes`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n")
        try connection.send("--b\r\nX: 1\r\n\r\none\r\n--b\r\nno field\r\n\r\n")
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let stream = try await ResourceClient().stream(ResourceRequest(server.url()))
      let error = await #expect(throws: ResourceError.self) {
        for try await part in stream.parts { #expect(try await part.collect() == Data("one".utf8)) }
      }
      #expect(error?.code == .decodingFailed)
    }

    @Test func `a camera's pictures come one by one, and leaving the loop switches it off`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace;boundary=frame\r\n\r\n")
        while true {
          try connection.send("--frame\r\nContent-Type: image/jpeg\r\n\r\n\(String(repeating: "x", count: 5000))\r\n")
        }
      }
      defer { server.stop() }
      var count = 0
      for try await part in try await ResourceClient().stream(ResourceRequest(server.url())).parts {
        #expect(try await part.collect().count == 5000)
        count += 1
        if count == 3 { break }
      }
      try await server.waitForPeerClose()
    }

    @Test(arguments: [
      ("text/plain", "hello"), ("multipart/mixed", "--b--"), ("multipart/mixed; boundary=b", "--b\r\n\r\ncut"),
      ("multipart/mixed; boundary=b", "never"),
    ])
    func `what is no multipart answer is an error`(type: String, body: String) async throws {
      let server = try ScriptedServer(responses: [ScriptedResponse(headers: [("Content-Type", type)], body)])
      defer { server.stop() }
      let error = await #expect(throws: ResourceError.self) {
        for try await part in try await ResourceClient().stream(ResourceRequest(server.url())).parts {
          _ = try await part.collect()
        }
      }
      #expect(error?.code == .decodingFailed)
    }

    @Test func `a part over the limit is an error`() async throws {
      let server = try ScriptedServer(responses: [
        ScriptedResponse(headers: [("Content-Type", "multipart/mixed; boundary=b")], "--b\r\n\r\n0123456789\r\n--b--")
      ])
      defer { server.stop() }
      let error = await #expect(throws: ResourceError.self) {
        for try await part in try await ResourceClient().stream(ResourceRequest(server.url())).parts {
          _ = try await part.collect(upTo: 9)
        }
      }
      #expect(error?.code == .bodyTooLarge)
    }
  }
#endif
