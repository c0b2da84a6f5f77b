// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @Suite struct `Security checks` {
    struct Signer: ClientAssertionSigner {
      let algorithm = "ES256"
      let publicKey: JSON = ["kty": "EC", "crv": "P-256", "x": "x", "y": "y"]
      func sign(_ bytes: Data) async throws -> Data { Data("signature".utf8) }
    }

    final class PIN: SecurityCheckHandler {
      let securityCheck = "account"
      let answers: Lock<[SecurityCheckAnswer]>
      let challenges = Lock<[JSON]>([])
      let ends = Lock<[JSON]>([])
      let gate = Gate()

      init(_ answers: SecurityCheckAnswer..., isOpen: Bool = true) {
        self.answers = Lock(answers)
        if isOpen { gate.open() }
      }

      func handle(challenge: JSON) async throws -> SecurityCheckAnswer {
        challenges.withLock { $0.append(challenge) }
        try await gate.wait()
        return answers.withLock { $0.isEmpty ? .cancel : $0.removeFirst() }
      }

      func succeeded(_ success: JSON) async { ends.withLock { $0.append(success) } }
      func failed(_ failure: JSON) async { ends.withLock { $0.append(failure) } }
    }

    static func client(
      of gateway: FakeMobileGateway,
      _ handlers: [any SecurityCheckHandler],
      identities: any IdentityStore = InMemoryIdentityStore()
    ) throws -> ResourceClient {
      let registered = RegisteredClient(
        signer: Signer(),
        identities: identities,
        application: ["id": "com.example.shop"]
      )
      return ResourceClient(
        configuration: ResourceConfiguration(
          gateway: Gateway(serverURL: try ResourceURL(gateway.server.url("/mfp")))
        ),
        options: ClientOptions(
          authorization: AuthorizationOptions(registeredClient: registered, securityCheckHandlers: handlers)
        )
      )
    }

    /// Takes an identifier at the third try.
    private final class FullDisk: IdentityStore {
      let tries = Lock(0)
      let kept = Lock<String?>(nil)

      func load() async throws -> String? { kept.withLock(\.self) }

      func save(_ clientID: String?) async throws {
        let number = tries.withLock { tries in
          tries += 1
          return tries
        }
        guard number > 2 else { throw ResourceError(code: .invalidCredentials, message: "no space left") }
        kept.withLock { $0 = clientID }
      }
    }

    @Test func `a client whose identifier cannot be stored is not registered again`() async throws {
      let gateway = try FakeMobileGateway()
      let client = try Self.client(of: gateway, [PIN(Self.pin("1234"))], identities: FullDisk())
      for _ in 0..<2 {
        await #expect(throws: ResourceError.self) { try await client.send(ResourceRequest("/adapters/a/account")) }
      }
      #expect(try await client.send(ResourceRequest("/adapters/a/account")).status == .ok)
      #expect(gateway.state.withLock(\.registrations) == 1)
    }

    static func pin(_ text: String) -> SecurityCheckAnswer { .answer(["pin": .string(text)]) }

    @Test func `a client registers, passes the check at the second try and gets its answer`() async throws {
      let gateway = try FakeMobileGateway()
      let handler = PIN(Self.pin("0"), Self.pin("1234"))
      let client = try Self.client(of: gateway, [handler])
      #expect(try await client.send(ResourceRequest("/adapters/a/account")).text == "RegisteredClient account")
      #expect(handler.challenges.withLock { $0.map { $0["remainingAttempts"].int } } == [3, 2])
      #expect(handler.ends.withLock(\.self) == [["user": "ann"]])
      let registration = try #require(gateway.state.withLock { $0.bodies.first })
      #expect(registration == ["id": "com.example.shop", "jwk": Signer().publicKey])
      #expect(gateway.state.withLock(\.registrations) == 1)
      let form = try #require(gateway.state.withLock { $0.forms.first })
      #expect(form.contains("grant_type=authorization_code&code=code0%2B%2F%3D"))
      let assertion = try #require(form.split(separator: "client_assertion=").last)
      let parts = assertion.split(separator: ".")
      try #require(parts.count == 3)
      func decoded(_ part: Substring) throws -> JSON {
        let text = String(part).replacing("-", with: "+").replacing("_", with: "/")
        let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
        return try JSON(parsing: #require(Data(base64Encoded: padded)))
      }
      #expect(try decoded(parts[0])["alg"] == "ES256")
      #expect(try decoded(parts[1])["iss"] == "c1")
      #expect(try decoded(parts[1])["aud"].string == gateway.server.url("/mfp/api/az/v1/token"))
    }

    @Test func `concurrent calls ask once and go on together`() async throws {
      let gateway = try FakeMobileGateway()
      let handler = PIN(Self.pin("1234"), isOpen: false)
      let client = try Self.client(of: gateway, [handler])
      let statuses = try await withThrowingTaskGroup(of: Status.self) { group in
        for number in 0..<20 {
          group.addTask {
            var request = ResourceRequest("/adapters/a/account")
            // Five different scopes, each of which needs a token of its own.
            request.scope = TokenScope("account s\(number % 5)")
            return try await client.send(request).status
          }
        }
        // Waits until every scope has met the check, while the handler waits at its gate.
        try await gateway.server.wait(for: "every scope to ask") { records in
          Set(records.flatMap(\.requests).filter { $0.path.hasSuffix("preauthorize") }.map(\.text)).count >= 5
        }
        handler.gate.open()
        return try await group.reduce(into: [Status: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses == [200: 20])
      #expect(handler.challenges.withLock(\.count) == 1)
      #expect(gateway.state.withLock(\.registrations) == 1)
    }

    @Test func `three wrong answers are a failure that names the check`() async throws {
      let gateway = try FakeMobileGateway()
      let handler = PIN(Self.pin("1"), Self.pin("2"), Self.pin("3"), Self.pin("1234"))
      let client = try Self.client(of: gateway, [handler])
      let error = try await #require(throws: ResourceError.self) {
        try await client.send(ResourceRequest("/adapters/a/account"))
      }
      #expect(error.code == .challengeFailed)
      #expect(error.message.contains("\"account\""))
      #expect((error.cause as? SecurityCheckError)?.failure["failure"].string == "account blocked")
      #expect(handler.ends.withLock(\.self) == [["failure": "account blocked"]])
      #expect(handler.challenges.withLock(\.count) == 3)
    }

    @Test func `no handler, and a handler that cancels, are errors that name the check`() async throws {
      let gateway = try FakeMobileGateway()
      let request = ResourceRequest("/adapters/a/account")
      let none = try Self.client(of: gateway, [])
      let unhandled = try await #require(throws: ResourceError.self) { try await none.send(request) }
      #expect(unhandled.code == .challengeUnhandled)
      #expect(unhandled.message.contains("\"account\""))
      let cancelling = try Self.client(of: gateway, [PIN()])
      let cancelled = try await #require(throws: ResourceError.self) { try await cancelling.send(request) }
      #expect(cancelled.code == .challengeCancelled)
    }

    @Test func `a challenge not answered by the deadline is an error`() async throws {
      let gateway = try FakeMobileGateway()
      let handler = PIN(isOpen: false)
      let client = try Self.client(of: gateway, [handler])
      var request = ResourceRequest("/adapters/a/account", timeout: .milliseconds(300))
      let error = try await #require(throws: ResourceError.self) { try await client.send(request) }
      #expect(error.code == .deadlineExceeded)
      request.timeouts.total = nil
      let login = try await #require(throws: ResourceError.self) {
        try await client.authorization.login("account", answer: ["pin": "0"], timeout: .milliseconds(300))
      }
      #expect(login.code == .deadlineExceeded)
    }

    @Test func `a gateway that has forgotten the client gets it registered again, once`() async throws {
      let gateway = try FakeMobileGateway()
      let identities = InMemoryIdentityStore("forgotten")
      let client = try Self.client(of: gateway, [PIN(Self.pin("1234"))], identities: identities)
      #expect(try await client.send(ResourceRequest("/adapters/a/account")).status == 200)
      #expect(await identities.load() == "c1")
      #expect(gateway.state.withLock(\.registrations) == 1)
    }

    @Test func `a gateway that never recognizes whom it registers is not asked for ever`() async throws {
      let gateway = try FakeMobileGateway()
      gateway.state.withLock { $0.remembers = false }
      let client = try Self.client(of: gateway, [PIN()], identities: InMemoryIdentityStore("forgotten"))
      let request = ResourceRequest("/adapters/a/account")
      let error = try await #require(throws: ResourceError.self) { try await client.send(request) }
      #expect(error.code == .tokenRefused)
      #expect(error.message.contains("INVALID_CLIENT_ID"))
      #expect(gateway.state.withLock(\.registrations) == 1)
      #expect(gateway.requests("/preauth/v1/preauthorize").count == 2)
    }

    @Test(.timeLimit(.minutes(5))) func `a handler whose own request needs its check fails at once`()
      async throws
    {
      struct Recursive: SecurityCheckHandler {
        let securityCheck = "account"
        let client: Lock<ResourceClient?>

        func handle(challenge: JSON) async throws -> SecurityCheckAnswer {
          let response = try await client.withLock(\.self)?.send(ResourceRequest("/adapters/a/account"))
          return response?.status == 200 ? .answer(["pin": "1234"]) : .cancel
        }
      }
      let gateway = try FakeMobileGateway()
      let handler = Recursive(client: Lock(nil))
      let client = try Self.client(of: gateway, [handler])
      handler.client.withLock { $0 = client }
      defer { handler.client.withLock { $0 = nil } }
      let error = try await #require(throws: ResourceError.self) {
        try await client.send(ResourceRequest("/adapters/a/account", timeout: TimeLimit.standard))
      }
      #expect(error.code == .recursiveLogin)
    }

    @Test func `login passes a check ahead of time, logout takes it back`() async throws {
      let gateway = try FakeMobileGateway()
      let handler = PIN(Self.pin("1234"))
      let client = try Self.client(of: gateway, [handler])
      try await client.authorization.login("account", answer: ["pin": "1234"])
      #expect(try await client.send(ResourceRequest("/adapters/a/account")).status == 200)
      #expect(handler.challenges.withLock(\.count) == 0)
      try await client.authorization.logout("account")
      #expect(gateway.state.withLock { $0.forms.last?.hasSuffix("&security_check=account") } == true)
      #expect(try await client.send(ResourceRequest("/adapters/a/account")).status == 200)
      #expect(handler.challenges.withLock(\.count) == 1)
    }

    @Test func `an identity in a file is whole, its owner's alone, and found again`() async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: "identity-\(UUID())")
      defer { try? FileManager.default.removeItem(at: file) }
      let store = FileIdentityStore(file.path)
      #expect(try await store.load() == nil)
      try await store.save("c1")
      try await store.save("c2")
      #expect(try await FileIdentityStore(file.path).load() == "c2")
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      try await store.save(nil)
      #expect(try await store.load() == nil)
      try Data("{}".utf8).write(to: file)
      await #expect(throws: ResourceError.self) { try await store.load() }
      // What cannot be removed would be used again.
      let error = await #expect(throws: ResourceError.self) {
        try await FileIdentityStore(file.path + "/identity").save(nil)
      }
      #expect(error?.message.contains("cannot be removed") == true)
    }
  }
#endif
