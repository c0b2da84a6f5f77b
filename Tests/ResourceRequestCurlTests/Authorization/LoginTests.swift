// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @Suite struct `Logins` {
    static let digest = #"Digest realm="r", qop="auth", nonce="n1", opaque="o""#

    static func basic(_ pair: String) -> String { "Basic " + Data(pair.utf8).base64EncodedString() }

    static func server(_ answers: ScriptedResponse...) throws -> ScriptedServer {
      try ScriptedServer(responses: answers, repeatsLast: true)
    }

    static func refusal(_ challenge: String) -> ScriptedResponse {
      ScriptedResponse(401, headers: [("WWW-Authenticate", challenge)], "who?")
    }

    static func url(_ server: ScriptedServer, _ login: String, _ path: String = "/") -> String {
      "http://\(login)@\(server.authority)\(path)"
    }

    @Test func `credentials in a URL are taken out of it and sent as Basic`() async throws {
      let server = try Self.server(ScriptedResponse())
      var request = ResourceRequest(Self.url(server, "ann:p%C3%BC%3Aw", "/a?b=c#d"))
      request.query.set("e", to: "f")
      let response = try await ResourceClient().send(request)
      #expect(server.requests.first?.header("Authorization") == Self.basic("ann:pü:w"))
      #expect(server.requests.first?.target == "/a?b=c&e=f")
      #expect(response.url.string == server.url("/a?b=c&e=f#d"))
    }

    @Test func `they are not sent where the request says so, or names its own`() async throws {
      let server = try Self.server(ScriptedResponse())
      var request = ResourceRequest(Self.url(server, "ann:pw"))
      request.usesCredentials = false
      _ = try await ResourceClient().send(request)
      request.usesCredentials = true
      request.headers["Authorization"] = "Mine"
      _ = try await ResourceClient().send(request)
      #expect(server.requests.map { $0.header("Authorization") } == [nil, "Mine"])
    }

    @Test func `TRACE brings none of them, since the server sends it back, but what the caller sets`() async throws {
      let server = try Self.server(ScriptedResponse())
      var request = ResourceRequest(Self.url(server, "ann:pw"), method: .trace)
      _ = try await ResourceClient().send(request)
      request.headers["Authorization"] = "Mine"
      _ = try await ResourceClient().send(request)
      #expect(server.requests.map { $0.header("Authorization") } == [nil, "Mine"])
    }

    @Test(arguments: ["a%3Ab:pw", "ann:p%0Aw", "ann%00:pw"])
    func `what cannot be sent is an error that does not show it`(_ login: String) async throws {
      let error = try await #require(throws: ResourceError.self) {
        try await ResourceClient().send(ResourceRequest("http://\(login)@127.0.0.1:1/"))
      }
      #expect(error.code == .invalidURL)
      #expect(!"\(error)".contains("pw"))
    }

    @Test func `a server that wants a digest gets one, and the next request brings it at once`() async throws {
      let server = try Self.server(Self.refusal(Self.digest), ScriptedResponse())
      let client = ResourceClient()
      var request = ResourceRequest(Self.url(server, "ann:pw"), method: .post)
      request.body = .string("twice")
      #expect(try await client.send(request).status == 200)
      #expect(try await client.send(request).status == 200)
      let fields = server.requests.map { $0.header("Authorization") ?? "" }
      try #require(fields.count == 3)
      #expect(fields[0] == Self.basic("ann:pw"))
      #expect(fields[1].hasPrefix(#"Digest username="ann", realm="r", nonce="n1", uri="/""#))
      #expect(fields[1].hasSuffix("nc=00000001"))
      #expect(fields[2].hasSuffix("nc=00000002"))
      #expect(server.requests.map(\.text) == ["twice", "twice", "twice"])
    }

    @Test func `a stale nonce costs one more request, a nonce named for next time none`() async throws {
      let server = try Self.server(
        Self.refusal(Self.digest),
        ScriptedResponse(200, headers: [("Authentication-Info", #"nextnonce="n2", qop=auth"#)]),
        Self.refusal(#"Digest realm="r", qop="auth", nonce="n3", stale=TRUE"#),
        ScriptedResponse()
      )
      let client = try Self.service(server, .digest(username: "ann", password: "pw"))
      #expect(try await client.send(ResourceRequest("", service: "a")).status == 200)
      #expect(try await client.send(ResourceRequest("", service: "a")).status == 200)
      let fields = server.requests.map { $0.header("Authorization") ?? "" }
      #expect(fields.map { $0.contains(#"nonce="n1""#) } == [false, true, false, false])
      #expect(fields[0] == "")
      #expect(fields[2].contains(#"nonce="n2""#) && fields[2].hasSuffix("nc=00000001"))
      #expect(fields[3].contains(#"nonce="n3""#) && fields[3].hasSuffix("nc=00000001"))
    }

    @Test func `a service of digests never gets the password`() async throws {
      let server = try Self.server(Self.refusal("Basic realm=r"))
      let client = try Self.service(server, .digest(username: "ann", password: "pw"))
      #expect(try await client.send(ResourceRequest("", service: "a")).status == 401)
      #expect(server.requests.map { $0.header("Authorization") } == [nil])
    }

    @Test func `a body is not sent before the server has asked, where that is wanted`() async throws {
      let server = try Self.server(Self.refusal(Self.digest), ScriptedResponse())
      let client = try Self.service(server, .digest(username: "ann", password: "pw", firstRequest: .empty))
      var request = ResourceRequest("", method: .put, service: "a")
      // The stream can be read only once.
      request.body = .stream(
        AsyncThrowingStream { continuation in
          continuation.yield(Data("once".utf8))
          continuation.finish()
        }
      )
      #expect(try await client.send(request).status == 200)
      request.body = .string("then")
      #expect(try await client.send(request).status == 200)
      #expect(server.requests.map(\.text) == ["", "once", "then"])
      #expect(server.requests.map { $0.header("Authorization") != nil } == [false, true, true])
      #expect(server.requests.first?.header("Content-Length") == "0")
    }

    @Test func `a server that does not ask gets the body after the empty request`() async throws {
      let server = try Self.server(ScriptedResponse(500, "empty?"), ScriptedResponse(200, "whole"))
      let client = try Self.service(server, .digest(username: "ann", password: "pw", firstRequest: .empty))
      var request = ResourceRequest("", method: .post, service: "a")
      request.body = .string("body")
      #expect(try await client.send(request).text == "whole")
      #expect(server.requests.map(\.text) == ["", "body"])
    }

    @Test func `a server may refuse a body with Expect before it is sent`() async throws {
      let server = try ScriptedServer { connection in
        while let head = try connection.nextHead() {
          guard head.header("Authorization") != nil else {
            #expect(head.header("Expect") == "100-continue")
            return try connection.send(Self.refusal(Self.digest))
          }
          _ = try connection.readBody(of: head)
          try connection.send(ScriptedResponse())
        }
      }
      let client = try Self.service(server, .digest(username: "ann", password: "pw", firstRequest: .expectContinue))
      var request = ResourceRequest("", method: .put, service: "a")
      request.body = .data(Data(repeating: 1, count: 100_000))
      #expect(try await client.send(request).status == 200)
      #expect(server.requests.map(\.body.count) == [100_000])
    }

    @Test func `a refused login is the answer, after one try`() async throws {
      let server = try Self.server(Self.refusal(Self.digest))
      let client = try Self.service(server, .digest(username: "ann", password: "pw"))
      let response = try await client.send(ResourceRequest("", service: "a"))
      #expect(response.status == 401)
      #expect(response.text == "who?")
      #expect(server.requests.count == 2)
    }

    @Test func `a store answers a challenge, and an accepted login is sent at once from then on`() async throws {
      let server = try Self.server(Self.refusal("Basic realm=r"), ScriptedResponse())
      let store = InMemoryCredentialStore()
      store.set(LoginCredential(username: "ann", password: "pw"), for: try Origin(server.url()))
      let client = ResourceClient(
        options: ClientOptions(authorization: AuthorizationOptions(credentialStore: store))
      )
      #expect(try await client.send(ResourceRequest(server.url())).status == 200)
      #expect(try await client.send(ResourceRequest(server.url("/2"))).status == 200)
      let basic = Self.basic("ann:pw")
      #expect(server.requests.map { $0.header("Authorization") } == [nil, basic, basic])
    }

    @Test func `without a credential the server's answer is the answer`() async throws {
      let server = try Self.server(Self.refusal("Basic realm=r"))
      let client = ResourceClient(
        options: ClientOptions(authorization: AuthorizationOptions(credentialStore: InMemoryCredentialStore()))
      )
      #expect(try await client.send(ResourceRequest(server.url())).status == 401)
      #expect(server.requests.count == 1)
    }

    @Test func `one who is asked may answer three times, and sees what was refused`() async throws {
      final class Asked: CredentialStore {
        let refused = Lock<[LoginCredential?]>([])
        func credential(for space: ProtectionSpace, refused: LoginCredential?) async throws -> LoginCredential? {
          let count = self.refused.withLock { list in
            list.append(refused)
            return list.count
          }
          return LoginCredential(username: "u\(count)", password: "pw")
        }
      }
      let server = try Self.server(Self.refusal("Basic realm=r"))
      let store = Asked()
      let client = ResourceClient(
        options: ClientOptions(authorization: AuthorizationOptions(credentialStore: store))
      )
      #expect(try await client.send(ResourceRequest(server.url())).status == 401)
      #expect(store.refused.withLock { $0.map { $0?.username } } == [nil, "u1", "u2"])
      #expect(server.requests.count == 4)
    }

    static func service(_ server: ScriptedServer, _ credential: ServiceCredential) throws -> ResourceClient {
      ResourceClient(
        configuration: ResourceConfiguration(services: [
          BackendService(name: "a", baseURL: try ResourceURL(server.url()), credential: credential)
        ])
      )
    }
  }
#endif
