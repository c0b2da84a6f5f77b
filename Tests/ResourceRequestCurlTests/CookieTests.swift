// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  struct CookieTests {
    /// Responds to `/set` with cookies and a redirect, and to everything else with the cookies it received.
    private func server() throws -> ScriptedServer {
      try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          if request.path == "/set" {
            let headers = [("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2; Path=/deep"), ("Location", "/deep/x")]
            try connection.send(ScriptedResponse(302, headers: headers))
          } else {
            try connection.send(ScriptedResponse(200, request.headers(named: "Cookie").joined(separator: "|")))
          }
        }
      }
    }

    @Test func `C10: the cookies of a response are sent with the next hop and the next request`() async throws {
      let server = try server()
      let client = ResourceClient(options: ClientOptions(cookies: .inMemory))
      #expect(try await client.send(ResourceRequest(server.url("/set"))).text == "b=2; a=1")
      #expect(try await client.send(ResourceRequest(server.url("/"))).text == "a=1")
      #expect(client.cookies?.cookies.map(\.name) == ["a", "b"])
    }

    @Test func `C10: cookies are off by default`() async throws {
      let server = try server()
      let client = ResourceClient()
      #expect(try await client.send(ResourceRequest(server.url("/set"))).text == "")
      #expect(client.cookies == nil)
    }

    @Test func `C10: clients share no cookies, though they share options and transport`() async throws {
      let server = try server()
      let options = ClientOptions(cookies: .inMemory)
      let transport = CurlTransport()
      let one = ResourceClient(transport: transport, options: options)
      let other = ResourceClient(transport: transport, options: options)
      _ = try await one.send(ResourceRequest(server.url("/set")))
      #expect(try await other.send(ResourceRequest(server.url("/"))).text == "")
    }

    @Test func `the caller's own field wins, and stays with its origin`() async throws {
      let far = try ScriptedServer { connection in
        let request = try connection.readRequest()
        try connection.send(ScriptedResponse(200, request.header("Cookie") ?? "none"))
      }
      let server = try ScriptedServer { connection in
        let request = try connection.readRequest()
        let place = far.url("/").replacing("127.0.0.1", with: "localhost")
        try connection.send(ScriptedResponse(302, headers: [("Location", place)], request.header("Cookie") ?? "none"))
      }
      let client = ResourceClient(options: ClientOptions(cookies: .inMemory))
      var request = ResourceRequest(server.url("/"))
      request.headers["Cookie"] = "own=1"
      #expect(try await client.send(request).text == "none")
      #expect(server.requests.first?.header("Cookie") == "own=1")
    }

    @Test func `cookies in a file outlive the client`() async throws {
      let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let server = try server()
      _ = try await ResourceClient(options: ClientOptions(cookies: .file(path))).send(
        ResourceRequest(server.url("/set"))
      )
      let next = ResourceClient(options: ClientOptions(cookies: try .file(path)))
      #expect(try await next.send(ResourceRequest(server.url("/deep/z"))).text == "b=2; a=1")
    }
  }
#endif
