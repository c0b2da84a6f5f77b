// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @Suite struct `Logins before a gateway` {
    struct Form: GatewayChallengeHandler {
      let name = "portal"
      var target = "/login"
      var answer = GatewayChallengeDecision.sendAgain
      var gate: Gate?

      func canHandle(_ response: ResourceResponse) -> Bool { response.text.contains("<form") }

      func handle(_ response: ResourceResponse, forms: LoginForms) async throws -> GatewayChallengeDecision {
        try await gate?.wait()
        if answer == .sendAgain {
          let login = try await forms.submit(target, ["user": "ann", "password": "p w"], headers: ["X-Form": "1"])
          #expect(login.status == 204)
        }
        return answer
      }
    }

    /// A server that responds with a login form until there was a login.
    static func portal() throws -> ScriptedServer {
      let isOpen = Lock(false)
      return try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          if request.path == "/login" { isOpen.withLock { $0 = true } }
          let open = isOpen.withLock(\.self)
          try connection.send(
            request.path == "/login"
              ? ScriptedResponse(204) : ScriptedResponse(200, open ? "data " + request.text : "<form>")
          )
        }
      }
    }

    static func client(_ server: ScriptedServer, _ handler: any GatewayChallengeHandler) throws -> ResourceClient {
      ResourceClient(
        configuration: ResourceConfiguration(gateway: Gateway(serverURL: try ResourceURL(server.url("/mfp")))),
        options: ClientOptions(authorization: AuthorizationOptions(gatewayChallengeHandlers: [handler]))
      )
    }

    @Test func `a form is submitted and the request sent again`() async throws {
      let server = try Self.portal()
      var request = ResourceRequest("/adapters/a/b", method: .post)
      request.body = .string("twice")
      #expect(try await Self.client(server, Form()).send(request).text == "data twice")
      #expect(server.requests.map(\.path) == ["/mfp/api/adapters/a/b", "/login", "/mfp/api/adapters/a/b"])
      #expect(server.requests[1].text == "user=ann&password=p+w")
      #expect(server.requests[1].header("X-Form") == "1")
    }

    @Test func `one call logs in for all`() async throws {
      let server = try Self.portal()
      let gate = Gate()
      let client = try Self.client(server, Form(gate: gate))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<20 {
          group.addTask {
            let text = try await client.send(ResourceRequest("/adapters/a/b")).text
            #expect(text == "data ")
          }
        }
        try await server.waitForRequests(20)
        gate.open()
        try await group.waitForAll()
      }
      #expect(server.requests.filter { $0.path == "/login" }.count == 1)
    }

    @Test func `a login that is given up is given up for all that wait`() async throws {
      let server = try Self.portal()
      let handler = Form(answer: .cancel, gate: Gate())
      let client = try Self.client(server, handler)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<10 {
          group.addTask {
            let error = await #expect(throws: ResourceError.self) { try await client.send(ResourceRequest("/a")) }
            #expect(error?.code == .challengeCancelled)
          }
        }
        try await server.waitForRequests(10)
        handler.gate?.open()
        try await group.waitForAll()
      }
    }

    /// Asks a person, whose dialog ends when the caller goes away.
    private struct Dialog: GatewayChallengeHandler {
      let name = "portal"
      /// What the first to be asked does when the dialog ends, before the others are asked.
      let fails: @Sendable (any Error) throws -> Void
      var failsAlways = false
      let asked = Lock(0)
      let isOpen = Gate()
      let gate = Gate()

      func canHandle(_ response: ResourceResponse) -> Bool { response.text.contains("<form") }

      func handle(_ response: ResourceResponse, forms: LoginForms) async throws -> GatewayChallengeDecision {
        isOpen.open()
        let number = asked.withLock { asked in
          asked += 1
          return asked
        }
        guard number == 1 || failsAlways else {
          _ = try await forms.submit("/login", ["user": "ann"])
          return .sendAgain
        }
        do {
          try await gate.wait()
          throw Down()
        } catch {
          try fails(error)
          return .cancel
        }
      }
    }

    private struct Down: Error {}

    @Test func `a login that fails is no page for those that wait`() async throws {
      let server = try Self.portal()
      let handler = Dialog(fails: { throw $0 }, failsAlways: true)
      let client = try Self.client(server, handler)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<10 {
          group.addTask {
            _ = await #expect(throws: ResourceError.self) { try await client.send(ResourceRequest("/a")) }
          }
        }
        try await server.waitForRequests(10)
        handler.gate.open()
        try await group.waitForAll()
      }
    }

    @Test func `a login that fails at once is no page for those whose answers come later`() async throws {
      let server = try Self.portal()
      let handler = Dialog(fails: { throw $0 }, failsAlways: true)
      handler.gate.open()
      let client = try Self.client(server, handler)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<40 {
          group.addTask {
            _ = await #expect(throws: ResourceError.self) { try await client.send(ResourceRequest("/a")) }
          }
        }
      }
    }

    /// Gives up for its caller alone, five times, and then logs in.
    private struct Fickle: GatewayChallengeHandler {
      let name = "portal"
      let gate = Gate()
      let asked = Lock(0)

      func canHandle(_ response: ResourceResponse) -> Bool { response.text.contains("<form") }

      func handle(_ response: ResourceResponse, forms: LoginForms) async throws -> GatewayChallengeDecision {
        try await gate.wait()
        let number = asked.withLock { asked in
          asked += 1
          return asked
        }
        if number <= 5 { throw CancellationError() }
        _ = try await forms.submit("/login", ["user": "ann"])
        return .sendAgain
      }
    }

    @Test func `callers that go away one after another leave the login to the others`() async throws {
      let server = try Self.portal()
      let handler = Fickle()
      let client = try Self.client(server, handler)
      let calls = (0..<10).map { _ in Task { try await client.send(ResourceRequest("/a")).text } }
      try await server.waitForRequests(10)
      handler.gate.open()
      var texts: [String] = []
      for call in calls { if case .success(let text) = await call.result { texts.append(text) } }
      #expect(texts == Array(repeating: "data ", count: 5))
    }

    @Test func `a caller that goes away gives up the login for itself alone`() async throws {
      let server = try Self.portal()
      let handler = Dialog(fails: { _ in })
      let client = try Self.client(server, handler)
      var request = ResourceRequest("/a")
      request.timeouts.total = .unlimited
      let sent = request
      let first = Task { try await client.send(sent) }
      try await handler.isOpen.wait()
      let second = Task { try await client.send(sent) }
      try await server.waitForRequests(2)
      first.cancel()
      await #expect(throws: CancellationError.self) { try await first.value }
      #expect(try await second.value.text == "data ")
    }

    @Test func `for a request without credentials nobody logs in`() async throws {
      let server = try Self.portal()
      var request = ResourceRequest("/adapters/a/b")
      request.usesCredentials = false
      #expect(try await Self.client(server, Form()).send(request).text == "<form>")
      #expect(server.requests.map(\.path) == ["/mfp/api/adapters/a/b"])
    }

    @Test func `a handler may take the answer, or give up`() async throws {
      let server = try Self.portal()
      #expect(try await Self.client(server, Form(answer: .accept)).send(ResourceRequest("/a")).text == "<form>")
      let client = try Self.client(server, Form(answer: .cancel))
      let error = try await #require(throws: ResourceError.self) { try await client.send(ResourceRequest("/a")) }
      #expect(error.code == .challengeCancelled)
      #expect(error.message.contains("portal"))
    }

    @Test func `a login form goes to no other origin`() async throws {
      let server = try Self.portal()
      let other = try ScriptedServer.echo()
      let client = try Self.client(server, Form(target: other.url("/login")))
      let error = try await #require(throws: ResourceError.self) { try await client.send(ResourceRequest("/a")) }
      #expect(error.code == .invalidURL)
      #expect(other.connections.isEmpty)
    }

    @Test(.timeLimit(.minutes(5))) func `a handler that sends through its own client fails at once`() async throws {
      struct Recursive: GatewayChallengeHandler {
        let name = "portal"
        let client: Lock<ResourceClient?>

        func canHandle(_ response: ResourceResponse) -> Bool { response.text.contains("<form") }

        func handle(_ response: ResourceResponse, forms: LoginForms) async throws -> GatewayChallengeDecision {
          _ = try await client.withLock(\.self)?.send(ResourceRequest("/login/form"))
          return .sendAgain
        }
      }
      let server = try ScriptedServer { connection in
        while try connection.nextRequest() != nil { try connection.send(ScriptedResponse(200, "<form>")) }
      }
      defer { server.stop() }
      let handler = Recursive(client: Lock(nil))
      let client = try Self.client(server, handler)
      handler.client.withLock { $0 = client }
      defer { handler.client.withLock { $0 = nil } }
      let error = try await #require(throws: ResourceError.self) {
        try await client.send(ResourceRequest("/a", timeout: TimeLimit.standard))
      }
      #expect(error.code == .recursiveLogin)
      #expect(error.message.contains("portal"))
      #expect(server.requests.map(\.path) == ["/mfp/api/a", "/mfp/api/login/form"])
    }

    @Test func `a login that takes longer than the call is an error`() async throws {
      let server = try Self.portal()
      let client = try Self.client(server, Form(gate: Gate()))
      let error = try await #require(throws: ResourceError.self) {
        try await client.send(ResourceRequest("/a", timeout: .milliseconds(100)))
      }
      #expect(error.code == .deadlineExceeded)
    }
  }
#endif
