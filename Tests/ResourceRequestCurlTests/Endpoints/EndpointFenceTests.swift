// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Credentials, cookies and redirects follow the URL, even if its requests go to an endpoint; address policies apply
  /// to both.
  @Suite(.timeLimit(.minutes(5)))
  struct EndpointFenceTests {
    /// Routes the requests of one origin to an endpoint.
    private struct Lead: Middleware {
      let origin: Origin
      let endpoint: Endpoint

      func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
        guard request.url.origin == origin else { return try await next(request, context: context) }
        var request = request
        request.endpoint = endpoint
        return try await next(request, context: context)
      }
    }

    private func client(_ server: ScriptedServer, addresses: AddressPolicy? = nil) throws -> ResourceClient {
      let url = try ResourceURL("http://api.invalid/base")
      let service = BackendService(
        name: "orders",
        baseURL: url,
        credential: .basic(username: "ann", password: "pass"),
        settings: ServiceSettings(connection: ConnectionOptions(addresses: addresses))
      )
      let lead = Lead(origin: url.origin, endpoint: try Endpoint(server.authority))
      return ResourceClient(
        configuration: ResourceConfiguration(services: [service]),
        transport: CurlTransport(),
        options: ClientOptions(middleware: [lead], cookies: .inMemory)
      )
    }

    /// A server that sets a cookie and responds to `/base/go` with a redirect.
    private func server(to target: String) throws -> ScriptedServer {
      try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          let cookie = ("Set-Cookie", "a=1; Path=/")
          try connection.send(
            request.path == "/base/go"
              ? ScriptedResponse(302, headers: [cookie, ("Location", target)])
              : ScriptedResponse(200, headers: [cookie], "ok")
          )
        }
      }
    }

    @Test func `a redirect to another origin drops the endpoint, the credential and the cookie`() async throws {
      let far = try ScriptedServer.echo()
      let server = try server(to: far.url("/far"))
      let response = try await client(server).send(ResourceRequest("go", service: "orders"))
      #expect(response.url.string == far.url("/far"))
      #expect(far.requests.count == 1)
      #expect(far.requests[0].header("Host") == far.authority)
      #expect(far.requests[0].header("Authorization") == nil)
      #expect(far.requests[0].header("Cookie") == nil)
      #expect(server.requests.count == 1)
      #expect(server.requests[0].header("Authorization") == "Basic YW5uOnBhc3M=")
    }

    @Test func `a redirect to the endpoint's own address is one to another origin`() async throws {
      let far = try ScriptedServer.echo()
      let server = try server(to: "http://api.invalid:\(far.port)/base/x")
      // The redirect keeps the host but changes the port, and the endpoint serves only the original origin.
      let error = await #expect(throws: ResourceError.self) {
        try await client(server).send(ResourceRequest("go", service: "orders"))
      }
      #expect(error?.code == .nameNotResolved)
      let own = try self.server(to: "/base/y")
      let straight = ResourceRequest("http://\(own.authority)/base/y")
      _ = try await client(own).send(straight)
      #expect(own.requests.last?.header("Authorization") == nil)
      #expect(own.requests.last?.header("Host") == own.authority)
    }

    @Test func `a redirect within the origin keeps endpoint, credential and cookie`() async throws {
      let server = try server(to: "http://API.invalid/base/next")
      let response = try await client(server).send(ResourceRequest("go", service: "orders"))
      #expect(response.url.string == "http://api.invalid/base/next")
      #expect(server.requests.map(\.path) == ["/base/go", "/base/next"])
      #expect(server.requests.allSatisfy { $0.header("Host") == "api.invalid" })
      #expect(server.requests.allSatisfy { $0.header("Authorization") == "Basic YW5uOnBhc3M=" })
      #expect(server.requests[1].header("Cookie") == "a=1")
    }

    @Test func `cookies are the URL's, whichever endpoint set them`() async throws {
      let server = try server(to: "/")
      let client = try client(server)
      _ = try await client.send(ResourceRequest("one", service: "orders"))
      #expect(client.cookies?.cookies.map(\.domain) == ["api.invalid"])
      // The server's own address is another host.
      _ = try await client.send(ResourceRequest(server.url("/base/two")))
      _ = try await client.send(ResourceRequest("three", service: "orders"))
      let cookies = server.requests.map { [$0.path, $0.header("Cookie")] }
      #expect(cookies == [["/base/one", nil], ["/base/three", "a=1"], ["/base/two", nil]])
    }

    @Test func `where requests may go is asked of the place they really go to`() async throws {
      let server = try server(to: "/")
      let error = await #expect(throws: ResourceError.self) {
        try await client(server, addresses: .publicOnly).send(ResourceRequest("one", service: "orders"))
      }
      #expect(error?.code == .addressRefused)
      #expect(error?.message.contains("http://api.invalid at endpoint \(server.authority)") == true)
      // A host name is resolved first, and its address refused when the connection is opened.
      let named = try Endpoint(host: "localhost", port: server.port)
      var request = ResolvedRequest(url: try ResourceURL("http://api.invalid/"))
      request.options.connection = ConnectionOptions(addresses: .publicOnly)
      request.endpoint = named
      let failure = await #expect(throws: TransportFailure.self) {
        try await CurlTransport().send(request, context: CallContext())
      }
      #expect(failure?.code == .addressRefused)
      #expect(server.connections.isEmpty)
    }
  }
#endif
