// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @Suite struct `Tokens for a service` {
    static let secret = "s:e/c%r+e ü"

    static func client(
      of issuer: FakeIssuer,
      authentication: ClientCredentials.Authentication = .basic,
      options: ClientOptions = ClientOptions()
    ) throws -> ResourceClient {
      let credentials = ClientCredentials(
        tokenURL: try ResourceURL(issuer.server.url("/token")),
        clientID: "i:d ü",
        clientSecret: Secret(secret),
        scope: "write read",
        audience: "orders",
        authentication: authentication
      )
      return ResourceClient(
        configuration: ResourceConfiguration(services: [
          BackendService(
            name: "orders",
            baseURL: try ResourceURL(issuer.server.url("/orders")),
            credential: .oauth2(credentials)
          )
        ]),
        options: options
      )
    }

    @Test func `id and secret are form-encoded before they are joined`() async throws {
      let issuer = try FakeIssuer()
      let response = try await Self.client(of: issuer).send(ResourceRequest("1", service: "orders"))
      #expect(response.text == "GET  with read write")
      let asked = try #require(issuer.tokenRequests.first)
      let pair = "i%3Ad+%C3%BC:s%3Ae%2Fc%25r%2Be+%C3%BC"
      #expect(asked.header("Authorization") == "Basic " + Data(pair.utf8).base64EncodedString())
      #expect(asked.text == "grant_type=client_credentials&scope=read+write&audience=orders")
      #expect(asked.header("Content-Type") == "application/x-www-form-urlencoded")
      #expect(asked.method == "POST")
      #expect(issuer.resourceRequests.first?.header("Authorization") == "Bearer t1")
    }

    @Test func `they may go in the form`() async throws {
      let issuer = try FakeIssuer()
      let client = try Self.client(of: issuer, authentication: .post)
      #expect(try await client.send(ResourceRequest("1", service: "orders")).status == 200)
      let asked = try #require(issuer.tokenRequests.first)
      #expect(asked.header("Authorization") == nil)
      #expect(asked.text.hasSuffix("&client_id=i%3Ad+%C3%BC&client_secret=s%3Ae%2Fc%25r%2Be+%C3%BC"))
    }

    @Test func `a thousand requests at once cost one token request`() async throws {
      let gate = Gate()
      let issuer = try FakeIssuer(gate: gate)
      let client = try Self.client(of: issuer)
      let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
        for number in 0..<1000 {
          group.addTask { try await client.send(ResourceRequest("\(number)", service: "orders")).status }
        }
        try await issuer.server.waitForRequests(1)
        gate.open()
        return try await group.reduce(into: [Status: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses == [200: 1000])
      #expect(issuer.tokenRequests.count == 1)
    }

    @Test func `a token revoked under load costs one more`() async throws {
      let issuer = try FakeIssuer()
      let client = try Self.client(of: issuer)
      _ = try await client.send(ResourceRequest("0", service: "orders"))
      issuer.revokeAll()
      let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
        for number in 0..<200 {
          group.addTask { try await client.send(ResourceRequest("\(number)", service: "orders")).status }
        }
        return try await group.reduce(into: [Status: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses == [200: 200])
      #expect(issuer.tokenRequests.count == 2)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect of the token endpoint is not followed`(_ status: Int) async throws {
      let elsewhere = try ScriptedServer(responses: [ScriptedResponse(200, #"{"access_token":"stolen"}"#)])
      defer { elsewhere.stop() }
      var state = FakeIssuer.State()
      state.refusals = [ScriptedResponse(status, headers: [("Location", elsewhere.url("/token"))])]
      let issuer = try FakeIssuer(state)
      let client = try Self.client(of: issuer)
      let request = ResourceRequest("1", service: "orders")
      let error = try await #require(throws: ResourceError.self) { try await client.send(request) }
      #expect(error.code == .tokenRefused)
      #expect(error.message.contains("\(status)"))
      #expect(elsewhere.connections.isEmpty)
      #expect(issuer.resourceRequests.isEmpty)
    }

    @Test func `an answer of the token endpoint beyond a mebibyte is refused`() async throws {
      let members = #"{"access_token":"long","expires_in":3600,"padding":""#
      let padding = String(repeating: " ", count: (1 << 20) - members.utf8.count - 2)
      let whole = members + padding + #""}"#
      var state = FakeIssuer.State()
      state.refusals = [ScriptedResponse(200, whole + " "), ScriptedResponse(200, whole)]
      state.tokens = ["long": "read write"]
      let issuer = try FakeIssuer(state)
      let client = try Self.client(of: issuer)
      let request = ResourceRequest("1", service: "orders")
      let error = try await #require(throws: ResourceError.self) { try await client.send(request) }
      #expect(error.code == .tokenUnavailable)
      #expect(error.message.contains("1048576"))
      #expect(try await client.send(request).status == 200)
    }

    @Test func `the body is sent again with the new token`() async throws {
      let issuer = try FakeIssuer()
      let client = try Self.client(of: issuer)
      _ = try await client.send(ResourceRequest("0", service: "orders"))
      issuer.revokeAll()
      var request = ResourceRequest("1", method: .post, service: "orders")
      request.body = .string("twice")
      #expect(try await client.send(request).text == "POST twice with read write")
      #expect(issuer.resourceRequests.suffix(2).map(\.text) == ["twice", "twice"])
    }

    @Test func `what the token endpoint says is in the error, and the secret is not`() async throws {
      var state = FakeIssuer.State()
      let body = #"{"error":"invalid_client","error_description":"secret \#(Self.secret) is wrong"}"#
      state.refusals = [ScriptedResponse(401, body), ScriptedResponse(503)]
      let issuer = try FakeIssuer(state)
      let client = try Self.client(of: issuer)
      let request = ResourceRequest("1", service: "orders")
      let refused = try await #require(throws: ResourceError.self) { try await client.send(request) }
      #expect(refused.code == .tokenRefused)
      #expect(refused.message.contains("401 Unauthorized, invalid_client, secret ‹redacted› is wrong"))
      #expect(!"\(refused) \(String(reflecting: refused))".contains(Self.secret))
      #expect(!refused.isRetryable && !refused.mayHaveExecuted)
      let busy = try await #require(throws: ResourceError.self) { try await client.send(request) }
      #expect(busy.code == .tokenUnavailable)
      #expect(busy.isRetryable)
      #expect(try await client.send(request).status == 200)
    }

    @Test func `waiting for a token counts against the deadline`() async throws {
      let gate = Gate()
      let issuer = try FakeIssuer(gate: gate)
      let client = try Self.client(of: issuer)
      let request = ResourceRequest("1", service: "orders", timeout: .milliseconds(50))
      let error = try await #require(throws: ResourceError.self) { try await client.send(request) }
      #expect(error.code == .deadlineExceeded)
      #expect(!error.mayHaveExecuted)
      gate.open()
      #expect(issuer.resourceRequests.isEmpty)
    }

    @Test func `no token is fetched for a request without credentials, or with its own`() async throws {
      let issuer = try FakeIssuer()
      let client = try Self.client(of: issuer)
      var request = ResourceRequest("1", service: "orders")
      request.usesCredentials = false
      #expect(try await client.send(request).status == 401)
      request.usesCredentials = true
      request.headers["Authorization"] = "Bearer mine"
      #expect(try await client.send(request).status == 401)
      #expect(issuer.tokenRequests.isEmpty)
      #expect(issuer.resourceRequests.map { $0.header("Authorization") } == [nil, "Bearer mine"])
    }

    @Test func `a token that the service never accepts is replaced once`() async throws {
      var state = FakeIssuer.State()
      state.scopes["/orders/1"] = "admin"
      let issuer = try FakeIssuer(state)
      let client = try Self.client(of: issuer)
      #expect(try await client.send(ResourceRequest("1", service: "orders")).status == 403)
      #expect(issuer.tokenRequests.count == 1)
      issuer.state.withLock { $0.expiresIn = "0" }
      issuer.revokeAll()
      #expect(try await client.send(ResourceRequest("2", service: "orders")).status == 200)
      #expect(issuer.tokenRequests.count == 2)
    }

    @Test func `a token in a file is read again when the file changes`() async throws {
      let server = try ScriptedServer.echo()
      let file = FileManager.default.temporaryDirectory.appending(path: "token-\(UUID())")
      defer { try? FileManager.default.removeItem(at: file) }
      let client = ResourceClient(
        configuration: ResourceConfiguration(services: [
          BackendService(
            name: "a",
            baseURL: try ResourceURL(server.url()),
            credential: .bearer(file: file.path)
          )
        ])
      )
      let missing = try await #require(throws: ResourceError.self) {
        try await client.send(ResourceRequest("", service: "a"))
      }
      #expect(missing.code == .tokenUnavailable)
      for token in ["first", "second\n", "third-is-longer"] {
        try Data(token.utf8).write(to: file, options: .atomic)
        // A change counts once it is a second old.
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -60)],
          ofItemAtPath: file.path
        )
        let echo = try EchoedRequest(json: try await client.send(ResourceRequest("", service: "a")).data)
        #expect(echo.headers(named: "Authorization") == ["Bearer " + token.trimmingCharacters(in: .newlines)])
      }
    }

    @Test(.timeLimit(.minutes(5))) func `a provider whose own request needs its token fails at once`() async throws {
      struct Recursive: TokenProvider {
        let client: Lock<ResourceClient?>
        func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
          _ = try await client.withLock(\.self)?.send(ResourceRequest("token", service: "a"))
          return AccessToken("never", lifetime: .seconds(60))
        }
      }
      let server = try ScriptedServer.echo()
      let provider = Recursive(client: Lock(nil))
      let client = ResourceClient(
        configuration: ResourceConfiguration(services: [
          BackendService(name: "a", baseURL: try ResourceURL(server.url()))
        ]),
        options: ClientOptions(authorization: AuthorizationOptions(tokenProviders: ["a": provider]))
      )
      provider.client.withLock { $0 = client }
      defer { provider.client.withLock { $0 = nil } }
      let error = try await #require(throws: ResourceError.self) {
        try await client.send(ResourceRequest("", service: "a", timeout: TimeLimit.standard))
      }
      #expect(error.code == .recursiveLogin)
      #expect(server.connections.isEmpty)
    }

    @Test func `tokens may come from a provider of one's own`() async throws {
      struct Provider: TokenProvider {
        func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
          AccessToken(Secret("own-\(scope.elements.count)"), lifetime: .seconds(60))
        }
      }
      let server = try ScriptedServer.echo()
      let options = ClientOptions(authorization: AuthorizationOptions(tokenProviders: ["a": Provider()]))
      let client = ResourceClient(
        configuration: ResourceConfiguration(services: [
          BackendService(name: "a", baseURL: try ResourceURL(server.url()))
        ]),
        options: options
      )
      var request = ResourceRequest("", service: "a")
      request.scope = "x y"
      let echo = try EchoedRequest(json: try await client.send(request).data)
      #expect(echo.headers(named: "Authorization") == ["Bearer own-2"])
    }
  }
#endif
