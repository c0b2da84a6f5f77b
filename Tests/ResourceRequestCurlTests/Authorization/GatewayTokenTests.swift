// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @Suite struct `Tokens for a gateway` {
    static func client(of issuer: FakeIssuer, scope: String? = nil) throws -> ResourceClient {
      let scope = scope.map { #", "scope": "\#($0)""# } ?? ""
      let text = """
        {"gateway": {"serverURL": "\(issuer.server.url("/mfp"))",
          "auth": {"type": "oauth2", "clientId": "id", "clientSecret": "hunter2"\(scope)}},
         "backendServices": [{"service": "resorts", "baseUrl": "http://resorts.example", "via": "gateway"}]}
        """
      return ResourceClient(configuration: try ResourceConfiguration(json: text))
    }

    @Test func `the first request is sent without a token, and again with one for the default scope`() async throws {
      let issuer = try FakeIssuer()
      let response = try await Self.client(of: issuer).send(ResourceRequest("/adapters/A/p"))
      #expect(response.text == "GET  with RegisteredClient")
      #expect(issuer.resourceRequests.map { $0.header("Authorization") } == [nil, "Bearer t1"])
      let asked = try #require(issuer.tokenRequests.first)
      #expect(asked.target == "/mfp/api/az/v1/token")
      #expect(asked.header("Authorization") == "Basic " + Data("id:hunter2".utf8).base64EncodedString())
    }

    @Test func `a named scope is obtained first`() async throws {
      let issuer = try FakeIssuer()
      var request = ResourceRequest("/adapters/A/p")
      request.scope = "b a"
      let client = try Self.client(of: issuer)
      #expect(try await client.send(request).text == "GET  with RegisteredClient a b")
      request.scope = "a RegisteredClient b"
      #expect(try await client.send(request).status == 200)
      #expect(issuer.resourceRequests.count == 2)
      #expect(issuer.tokenRequests.count == 1)
    }

    @Test func `the configured scope comes first, and what a resource asks for beside it is learned`() async throws {
      var state = FakeIssuer.State()
      state.scopes["/mfp/api/adapters/A/p"] = "account"
      let issuer = try FakeIssuer(state)
      let client = try Self.client(of: issuer, scope: "b a")
      #expect(try await client.send(ResourceRequest("/adapters/B/q")).text == "GET  with RegisteredClient a b")
      #expect(issuer.resourceRequests.map { $0.header("Authorization") } == ["Bearer t1"])
      for _ in 1...2 { #expect(try await client.send(ResourceRequest("/adapters/A/p")).status == 200) }
      let sent = issuer.resourceRequests.dropFirst().map { $0.header("Authorization") }
      #expect(sent == ["Bearer t1", "Bearer t2", "Bearer t2"])
      #expect(issuer.tokenRequests.count == 2)
    }

    @Test func `a scope is learned by method and URL`() async throws {
      var state = FakeIssuer.State()
      state.scopes["/mfp/api/adapters/A/p"] = "account"
      let issuer = try FakeIssuer(state)
      let client = try Self.client(of: issuer)
      #expect(try await client.send(ResourceRequest("/adapters/A/p")).status == 200)
      #expect(issuer.resourceRequests.map { $0.header("Authorization") } == [nil, "Bearer t1", "Bearer t2"])
      #expect(try await client.send(ResourceRequest("/adapters/A/p?other=query")).status == 200)
      #expect(issuer.resourceRequests.count == 4)
      #expect(try await client.send(ResourceRequest("/adapters/A/p", method: .post)).status == 200)
      #expect(
        issuer.resourceRequests.dropFirst(4).map { $0.header("Authorization") } == [nil, "Bearer t1", "Bearer t2"]
      )
      #expect(issuer.tokenRequests.count == 2)
    }

    @Test func `a learned scope is the gateway's, and not that of the same path elsewhere`() async throws {
      var state = FakeIssuer.State()
      state.scopes["/mfp/api/adapters/A/p"] = "account"
      let issuer = try FakeIssuer(state)
      let asking = ScriptedResponse(
        403,
        headers: [("WWW-Authenticate", #"Bearer error="insufficient_scope", scope="account""#)]
      )
      let elsewhere = try ScriptedServer(responses: [asking], repeatsLast: true)
      defer { elsewhere.stop() }
      let client = try Self.client(of: issuer)
      #expect(try await client.send(ResourceRequest("/adapters/A/p")).status == 200)
      let before = issuer.tokenRequests.count
      for _ in 1...2 {
        let response = try await client.send(ResourceRequest(elsewhere.url("/mfp/api/adapters/A/p")))
        #expect(response.status == 403)
      }
      #expect(elsewhere.requests.map { $0.header("Authorization") } == [nil, nil])
      #expect(issuer.tokenRequests.count == before)
    }

    @Test func `services behind the gateway share its tokens`() async throws {
      let issuer = try FakeIssuer()
      let client = try Self.client(of: issuer)
      #expect(try await client.send(ResourceRequest("1", service: "resorts")).status == 200)
      #expect(try await client.send(ResourceRequest("2", service: "unlisted")).status == 200)
      #expect(try await client.send(ResourceRequest("/adapters/A/p")).status == 200)
      #expect(issuer.tokenRequests.count == 1)
    }

    @Test func `a conflict is sent again, seven times at most`() async throws {
      var state = FakeIssuer.State()
      state.conflicts = 7
      let issuer = try FakeIssuer(state)
      let client = try Self.client(of: issuer)
      var request = ResourceRequest("/adapters/A/p", method: .post)
      request.scope = ""
      request.body = .string("x")
      #expect(try await client.send(request).text == "POST x with RegisteredClient")
      #expect(issuer.resourceRequests.count == 8)
      issuer.state.withLock { $0.conflicts = 100 }
      #expect(try await client.send(request).status == 409)
      #expect(issuer.resourceRequests.count == 16)
    }

    @Test func `a gateway that is never content gets five requests and four tokens`() async throws {
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          let isToken = request.path.hasSuffix("/token")
          try connection.send(
            isToken
              ? ScriptedResponse(200, #"{"access_token":"t","expires_in":60}"#)
              : ScriptedResponse(401, headers: [("WWW-Authenticate", #"Bearer error="invalid_token""#)], "no")
          )
        }
      }
      var gateway = Gateway(serverURL: try ResourceURL(server.url("/mfp")))
      gateway.credential = .oauth2(ClientCredentials(clientID: "id", clientSecret: "hunter2"))
      let client = ResourceClient(configuration: ResourceConfiguration(gateway: gateway))
      let response = try await client.send(ResourceRequest("/adapters/A/p"))
      #expect(response.status == 401)
      #expect(response.text == "no")
      #expect(server.requests.filter { $0.path.hasSuffix("/token") }.count == 4)
      #expect(server.requests.filter { !$0.path.hasSuffix("/token") }.count == 5)
    }

    @Test func `where no token can be had, the error has the answer that asked for it`() async throws {
      var state = FakeIssuer.State()
      state.refusals = [ScriptedResponse(400, #"{"error":"unauthorized_client"}"#)]
      let issuer = try FakeIssuer(state)
      let client = try Self.client(of: issuer)
      let error = try await #require(throws: ResourceError.self) {
        try await client.send(ResourceRequest("/adapters/A/p"))
      }
      #expect(error.code == .tokenRefused)
      #expect(error.message.contains("unauthorized_client"))
      #expect(error.response?.status == 401)
    }
  }
#endif
