// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @Suite struct `The tokens of a client` {
    @Test func `a token can be obtained ahead of time, and dropped`() async throws {
      let issuer = try FakeIssuer()
      let client = try `Tokens for a gateway`.client(of: issuer)
      let token = try await client.authorization.token(for: "b a")
      #expect(token.value == "t1")
      #expect(try await client.authorization.token(for: "RegisteredClient a b") == token)
      #expect(try await client.authorization.token().value == "t2")
      client.authorization.clearToken(for: "a b")
      #expect(try await client.authorization.token(for: "a b").value == "t3")
      #expect(try await client.authorization.token().value == "t2")
      client.authorization.clearToken()
      #expect(try await client.authorization.token().value == "t4")
    }

    private struct Closed: TokenProvider {
      func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken { throw CancellationError() }
    }

    @Test func `what a provider gave up was not cancelled by the caller`() async throws {
      let client = ResourceClient(
        configuration: try ResourceConfiguration(json: #"{"service": "s", "baseUrl": "https://s.example"}"#),
        options: ClientOptions(authorization: AuthorizationOptions(tokenProviders: ["s": Closed()]))
      )
      let error = try await #require(throws: ResourceError.self) { try await client.authorization.token(service: "s") }
      #expect(error.code == .tokenUnavailable)
    }

    @Test func `a token of a service is for its own scope unless another is named`() async throws {
      let issuer = try FakeIssuer()
      let client = try `Tokens for a service`.client(of: issuer)
      _ = try await client.authorization.token(service: "orders")
      _ = try await client.authorization.token(for: "audit", service: "orders")
      #expect(issuer.tokenRequests.map { $0.text.contains("scope=read+write") } == [true, false])
      let error = try await #require(throws: ResourceError.self) { try await client.authorization.token(service: "x") }
      #expect(error.code == .unsupported)
    }

    @Test func `dropping all tokens forgets what resources asked for`() async throws {
      var state = FakeIssuer.State()
      state.scopes["/mfp/api/adapters/A/p"] = "account"
      let issuer = try FakeIssuer(state)
      let client = try `Tokens for a gateway`.client(of: issuer)
      _ = try await client.send(ResourceRequest("/adapters/A/p"))
      client.authorization.clearToken()
      _ = try await client.send(ResourceRequest("/adapters/A/p"))
      #expect(
        issuer.resourceRequests.map { $0.header("Authorization") } == [
          nil, "Bearer t1", "Bearer t2", nil, "Bearer t3", "Bearer t4",
        ]
      )
    }

    @Test func `an answer tells whether it asks for a token, and for what`() async throws {
      let client = ResourceClient()
      func answer(_ status: Status, _ headers: Headers) throws -> (Bool, TokenScope?) {
        let response = ResourceResponse(status: status, headers: headers, url: try ResourceURL("http://a.example"))
        return (client.authorization.isAuthorizationRequired(response), client.authorization.resourceScope(response))
      }
      #expect(try answer(401, ["WWW-Authenticate": "Bearer"]) == (true, nil))
      #expect(try answer(403, ["WWW-Authenticate": #"Basic realm="x", Bearer scope="b a""#]) == (true, "a b"))
      #expect(try answer(409, ["MFP-Conflict": ""]) == (true, nil))
      #expect(try answer(409, [:]) == (false, nil))
      #expect(try answer(401, ["WWW-Authenticate": "Basic"]) == (false, nil))
      #expect(try answer(200, ["WWW-Authenticate": #"Bearer scope="a""#]) == (false, nil))
    }

    @Test func `the gateway is asked about a token with a token of one's own`() async throws {
      let count = Lock(0)
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          if request.path == "/mfp/api/az/v1/token" {
            let number = count.withLock { count in
              count += 1
              return count
            }
            try connection.send(ScriptedResponse(200, #"{"access_token":"own\#(number)","expires_in":60}"#))
          } else if request.header("Authorization") == "Bearer own1" {
            try connection.send(ScriptedResponse(401, headers: [("WWW-Authenticate", "Bearer error=invalid_token")]))
          } else {
            try connection.send(
              ScriptedResponse(200, #"{"active":true,"scope":"b a","client_id":"c","username":"u","exp":1700000000}"#)
            )
          }
        }
      }
      var gateway = Gateway(serverURL: try ResourceURL(server.url("/mfp")))
      gateway.credential = .oauth2(ClientCredentials(clientID: "id", clientSecret: "hunter2"))
      let client = ResourceClient(configuration: ResourceConfiguration(gateway: gateway))
      let known = try await client.authorization.introspect("shown to me")
      #expect(known.isActive)
      #expect(known.scope == "a b")
      #expect(known.clientID == "c")
      #expect(known.username == "u")
      #expect(known.expiry == Date(timeIntervalSince1970: 1_700_000_000))
      #expect(
        server.requests.map(\.path) == [
          "/mfp/api/az/v1/token", "/mfp/api/az/v1/introspection", "/mfp/api/az/v1/token",
          "/mfp/api/az/v1/introspection",
        ]
      )
      #expect(server.requests[0].text == "grant_type=client_credentials&scope=authorization.introspect")
      #expect(server.requests[3].text == "token=shown+to+me")
    }

    @Test func `another server is asked with id and secret`() async throws {
      let server = try ScriptedServer(responses: [
        ScriptedResponse(200, #"{"active":false}"#), ScriptedResponse(200, #"{"active":"true"}"#),
        ScriptedResponse(200, "[]"), ScriptedResponse(403),
      ])
      let url = try ResourceURL(server.url("/introspect"))
      let credentials = ClientCredentials(
        tokenURL: url,
        clientID: "id",
        clientSecret: "hunter2",
        introspectionURL: url
      )
      let client = ResourceClient(
        configuration: ResourceConfiguration(services: [
          BackendService(name: "a", baseURL: url, credential: .oauth2(credentials))
        ])
      )
      #expect(try await !client.authorization.introspect("t", service: "a").isActive)
      #expect(try await !client.authorization.introspect("t", service: "a").isActive)
      await #expect(throws: ResourceError.self) { try await client.authorization.introspect("t", service: "a") }
      let error = try await #require(throws: ResourceError.self) {
        try await client.authorization.introspect("t", service: "a")
      }
      #expect(error.message.contains("403 Forbidden"))
      #expect(server.requests[0].header("Authorization") == "Basic " + Data("id:hunter2".utf8).base64EncodedString())
      #expect(server.requests[0].text == "token=t")
    }
  }
#endif
