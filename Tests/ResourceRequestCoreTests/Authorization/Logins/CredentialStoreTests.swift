// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

struct CredentialStoreTests {
  /// Asks somebody who does not come.
  private struct Absent: CredentialStore {
    let gate: Gate

    func credential(for space: ProtectionSpace, refused: LoginCredential?) async throws -> LoginCredential? {
      try await gate.wait()
      return nil
    }
  }

  /// Has a password that is refused, and nobody to ask after it.
  private struct Broken: CredentialStore {
    struct Gone: Error {}

    func credential(for space: ProtectionSpace, refused: LoginCredential?) async throws -> LoginCredential? {
      if refused != nil { throw Gone() }
      return LoginCredential(username: "ann", password: "old")
    }
  }

  @Test func `a refused password is not sent again by the next call, however the asking ended`() async throws {
    let stub = StubTransport { _, _ in .status(401, headers: ["WWW-Authenticate": "Basic realm=\"s\""]) }
    let client = ResourceClient(
      transport: stub,
      options: ClientOptions(authorization: AuthorizationOptions(credentialStore: Broken()))
    )
    await #expect(throws: (any Error).self) { try await client.send(ResourceRequest("https://s.example/")) }
    let before = stub.requests.count
    await #expect(throws: (any Error).self) { try await client.send(ResourceRequest("https://s.example/")) }
    #expect(stub.requests[before].headers["Authorization"] == nil)
  }

  @Test func `a body that can be read once only is refused with what to send instead`() async throws {
    let stub = StubTransport { _, _ in .status(401, headers: ["WWW-Authenticate": "Basic realm=\"s\""]) }
    let client = ResourceClient(
      transport: stub,
      options: ClientOptions(authorization: AuthorizationOptions(credentialStore: Broken()))
    )
    var request = ResourceRequest("https://s.example/", method: .put)
    request.body = .stream(AsyncThrowingStream { $0.finish() })
    let sent = request
    let error = await #expect(throws: ResourceError.self) { try await client.send(sent) }
    #expect(error?.code == .bodyNotReplayable)
    #expect(error?.message.contains("; send it as bytes or a file") == true, "\(error?.message ?? "")")
    #expect(stub.requests.count == 1)
  }

  /// A store whose password may be replaced.
  private struct Known: CredentialStore {
    let password: Lock<String>

    func credential(for space: ProtectionSpace, refused: LoginCredential?) async throws -> LoginCredential? {
      LoginCredential(username: "ann", password: Secret(password.withLock(\.self)))
    }
  }

  @Test func `a password that is refused without a challenge is asked for again`() async throws {
    let password = Lock("old")
    let right = LoginCredential(username: "ann", password: "new").basic
    let stub = StubTransport { request, _ in
      switch request.headers["Authorization"] {
      case nil: .status(401, headers: ["WWW-Authenticate": "Basic realm=\"s\""])
      case right: .status(204)
      default: .status(401)
      }
    }
    let client = ResourceClient(
      transport: stub,
      options: ClientOptions(authorization: AuthorizationOptions(credentialStore: Known(password: password)))
    )
    #expect(try await client.send(ResourceRequest("https://s.example/")).status == 401)
    password.withLock { $0 = "new" }
    #expect(try await client.send(ResourceRequest("https://s.example/")).status == 204)
    // As one that was accepted is, once it has been replaced at the server.
    password.withLock { $0 = "old" }
    #expect(try await client.send(ResourceRequest("https://s.example/")).status == 204)
    #expect(stub.requests.count == 5)
  }

  @Test func `a store that asks a person takes no longer than the call`() async throws {
    let clock = ManualClock()
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: #"{"service": "s", "baseUrl": "https://s.example/"}"#),
      transport: StubTransport { _, _ in .status(401, headers: ["WWW-Authenticate": "Basic realm=\"s\""]) },
      options: ClientOptions(
        authorization: AuthorizationOptions(credentialStore: Absent(gate: Gate())),
        environment: RequestEnvironment(clock: clock)
      )
    )
    let call = Task { try await client.send(ResourceRequest("x", service: "s", timeout: .seconds(5))) }
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: ResourceError.self) { try await call.value }
    #expect(error?.code == .deadlineExceeded)
  }
}
