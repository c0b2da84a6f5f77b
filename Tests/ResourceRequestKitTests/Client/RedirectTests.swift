// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  /// Redirects over real sockets, checked by the requests that the servers received.
  struct RedirectTests {
    private func redirecting(
      _ status: Int,
      to location: @escaping @Sendable (ReceivedRequest) -> String?
    ) throws -> ScriptedServer {
      try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          let headers = location(request).map { [("Location", $0)] } ?? []
          try connection.send(ScriptedResponse(headers.isEmpty ? 200 : status, headers: headers, "body"))
        }
      }
    }

    @Test(arguments: [
      (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"), (308, "POST", "POST"),
      (301, "PUT", "PUT"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"), (302, "GET", "GET"), (307, "DELETE", "DELETE"),
    ])
    func `the method and body that go out next`(status: Int, method: String, next: String) async throws {
      let server = try redirecting(status) { $0.target == "/a/b" ? "c" : nil }
      var request = ResourceRequest(server.url("/a/b"), method: try #require(RequestMethod(method)))
      if method == "POST" || method == "PUT" { request.body = .form(["k": "v"]) }
      let sent = request
      _ = try await ResourceClient().send(sent)
      let requests = server.requests
      #expect(requests.map(\.method) == [method, next])
      #expect(requests.map(\.target) == ["/a/b", "/a/c"])
      let keepsBody = sent.body != nil && method == next
      #expect(requests[1].text == (keepsBody ? "k=v" : ""))
      #expect(requests[1].header("Content-Type") == (keepsBody ? "application/x-www-form-urlencoded" : nil))
      if next == "GET" { #expect(requests[1].header("Content-Length") == nil) }
    }

    @Test(arguments: [300, 304, 305])
    func `other statuses with a location are answers`(status: Int) async throws {
      let server = try ScriptedServer(responses: [
        ScriptedResponse(raw: "HTTP/1.1 \(status) X\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n")
      ])
      let response = try await ResourceClient().send(ResourceRequest(server.url()))
      #expect(response.status == Status(status))
      #expect(response.headers["Location"] == "/x")
    }

    @Test func `another origin gets neither the caller's nor the service's credentials`() async throws {
      let other = try ScriptedServer.echo()
      let server = try redirecting(307) { _ in other.url("/taken") }
      let client = ResourceClient(
        configuration: ResourceConfiguration(services: [
          BackendService(
            name: "s",
            baseURL: try ResourceURL(server.url("/b")),
            credential: .basic(username: "ann", password: "pa55"),
            settings: ServiceSettings(headers: ["X-Service": "1"])
          )
        ])
      )
      var request = ResourceRequest("x", method: .post, service: "s")
      request.headers = ["Cookie": "c=s3cret", "X-Api-Key": "s3cret", "Host": "virtual.example", "X-Own": "1"]
      request.headers["X-Carried"] = "1"
      request.redirects = .follow.carrying(headers: ["X-Carried"])
      request.body = .string("payload")
      let response = try await client.send(request)
      let first = try #require(server.requests.first)
      #expect(first.header("Authorization") != nil && first.header("Cookie") != nil)
      #expect(first.header("Host") == "virtual.example")
      let taken = try #require(other.requests.first)
      #expect(taken.text == "payload")
      #expect(taken.header("X-Carried") == "1")
      #expect(taken.header("Host") == other.authority)
      for name in ["Authorization", "Cookie", "X-Api-Key", "X-Service", "X-Own"] { #expect(taken.header(name) == nil) }
      #expect(response.url.string == other.url("/taken"))
      #expect(response.request.service == nil)
    }

    @Test func `the same origin keeps them, over the same connection`() async throws {
      let server = try redirecting(302) { $0.path == "/b/x" ? "/elsewhere?a=1" : nil }
      let client = ResourceClient(
        configuration: ResourceConfiguration(services: [
          BackendService(
            name: "s",
            baseURL: try ResourceURL(server.url("/b")),
            credential: .apiKey("k3y", name: "key", policy: .query)
          )
        ])
      )
      var request = ResourceRequest("x", service: "s")
      request.headers["Cookie"] = "c=1"
      let response = try await client.send(request)
      #expect(server.requests.map(\.target) == ["/b/x?key=k3y", "/elsewhere?a=1&key=k3y"])
      #expect(server.requests.allSatisfy { $0.header("Cookie") == "c=1" })
      #expect(server.connections.count == 1)
      #expect(response.url.string == server.url("/elsewhere?a=1"))
    }

    @Test func `a loop ends at the limit, and a location that is no web address at once`() async throws {
      let loop = try redirecting(302) { _ in "/again" }
      let tooMany = await #expect(throws: ResourceError.self) {
        try await ResourceClient().send(ResourceRequest(loop.url()))
      }
      #expect(tooMany?.code == .tooManyRedirects)
      #expect(loop.requests.count == 11)
      let odd = try redirecting(302) { _ in "ftp://h.example/x" }
      let invalid = await #expect(throws: ResourceError.self) {
        try await ResourceClient().send(ResourceRequest(odd.url()))
      }
      #expect(invalid?.code == .invalidRedirect)
      #expect(invalid?.response?.status == 302)
    }

    @Test func `the deadline holds over all hops`() async throws {
      // The first hop uses nearly all of the time, by the client's clock; the rest ends the second hop.
      let clock = ManualClock()
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          if request.target == "/slow" { return try connection.waitForPeerClose() }
          clock.advance(by: .milliseconds(59_900))
          try connection.send(ScriptedResponse(302, headers: [("Location", "/slow")], ""))
        }
      }
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceClient(options: ClientOptions(environment: RequestEnvironment(clock: clock)))
          .send(ResourceRequest(server.url("/fast"), timeout: .seconds(60)))
      }
      #expect(error?.code == .deadlineExceeded)
      #expect(error?.request?.url?.path == "/slow")
    }
  }
#endif
