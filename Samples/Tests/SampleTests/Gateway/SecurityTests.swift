// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import AssertionSigning
import Foundation
import LoopbackServer
import ResourceRequestKit
import Synchronization
import Testing

/// The gateway's security over TCP, with the SDK's own client.
@Suite struct SecurityTests {
  private let balance = ResourceRequest("/adapters/account/balance")

  /// Runs a gateway and a registered client whose key is in a temporary folder.
  private func withRegisteredClient(
    _ pins: PINs,
    identities: any IdentityStore = InMemoryIdentityStore(),
    security: SecurityOptions = SecurityOptions(),
    _ body: (ResourceClient) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let signer = try ES256Signer(keyFile: folder.appending(path: "key.pem").path)
      let registered = RegisteredClient(signer: signer, identities: identities)
      let authorization = AuthorizationOptions(registeredClient: registered, securityCheckHandlers: [pins])
      try await withGateway(security: security, authorization: authorization, body)
    }
  }

  @Test func `a client registers, learns the scope, and passes the check at the second try`() async throws {
    let pins = PINs("0000", "1234")
    try await withRegisteredClient(pins) { client in
      let answer = try await client.send(balance)
      #expect(answer.json?["balance"] == 1017.5)
      let attempts = pins.challenges.map { $0["remainingAttempts"].int }
      #expect(attempts == [3, 2])
      #expect(pins.challenges.map { $0["errorMsg"].string } == [nil, "wrong PIN"])
      #expect(pins.ends == [["user": "ann"]])
      // The client knows the scope now, so there is no further challenge.
      #expect(try await client.send(balance).status == 200)
      #expect(pins.challenges.count == 2)
    }
  }

  @Test func `an adapter that wants any token gets one without a check`() async throws {
    let pins = PINs()
    try await withRegisteredClient(pins) { client in
      let profile = try await client.send(ResourceRequest("/adapters/account/profile"))
      #expect(profile.json?["scope"] == "RegisteredClient")
      #expect(pins.challenges.isEmpty)
    }
  }

  @Test func `three wrong PINs block the check for a while`() async throws {
    let pins = PINs("1", "2", "3", "1234")
    let time = Time()
    try await withRegisteredClient(pins, security: SecurityOptions(blockTime: 20, now: { time.now })) { client in
      for count in [3, 3] {
        let error = try await #require(throws: ResourceError.self) { try await client.send(balance) }
        #expect(error.code == .challengeFailed)
        #expect(error.message.contains("\"PIN\""))
        // While the check is blocked, the request fails without a challenge.
        #expect(pins.challenges.count == count)
      }
      #expect(pins.ends == [["failure": "account blocked"], ["failure": "account blocked"]])
      time.advance(by: 21)
      #expect(try await client.send(balance).status == 200)
      #expect(pins.challenges.last?["remainingAttempts"].int == 3)
    }
  }

  @Test func `a gateway that has forgotten the client sees it register again, once`() async throws {
    let identities = InMemoryIdentityStore()
    let pins = PINs("1234", "1234")
    try await withRegisteredClient(pins, identities: identities) { client in
      #expect(try await client.send(balance).status == 200)
      let first = try #require(await identities.load())
      var request = ResourceRequest("/registration/v1/self/{id}", method: .delete)
      request.pathParameters = ["id": .init(first)]
      #expect(try await client.send(request).status == 204)
      #expect(try await client.send(balance).status == 200)
      #expect(await identities.load() != first)
      #expect(pins.challenges.count == 2)
      // A client cannot delete the registration of another one.
      #expect(try await client.send(request).status == 403)
    }
  }

  @Test func `logout takes the check and its tokens back, login passes it ahead of time`() async throws {
    let pins = PINs("1234")
    try await withRegisteredClient(pins) { client in
      #expect(try await client.send(balance).status == 200)
      let token = try await client.authorization.token(for: "account")
      try await client.authorization.logout("PIN")
      var request = ResourceRequest("/adapters/account/balance")
      request.headers["Authorization"] = "Bearer \(token.value.reveal())"
      #expect(try await client.send(request).headers["WWW-Authenticate"] == "Bearer error=\"invalid_token\"")
      try await client.authorization.login("PIN", answer: ["pin": "1234"])
      #expect(try await client.send(balance).status == 200)
      #expect(pins.challenges.count == 1)
    }
  }

  @Test func `a token that is over is replaced`() async throws {
    let time = Time()
    let security = SecurityOptions(tokenLifetime: 20, now: { time.now })
    try await withRegisteredClient(PINs("1234"), security: security) { client in
      #expect(try await client.send(balance).status == 200)
      time.advance(by: 21)
      let profile = try await client.send(ResourceRequest("/adapters/account/profile"))
      #expect(profile.status == 200)
      #expect(try await client.send(balance).status == 200)
    }
  }

  @Test func `a conflict is met with the same request, seven times`() async throws {
    try await withRegisteredClient(PINs()) { client in
      let answer = try await client.send(ResourceRequest("/adapters/conflict/seven/7"))
      #expect(answer.json?["conflicts"] == 7)
      let last = try await client.send(ResourceRequest("/adapters/conflict/eight/8"))
      #expect(last.status == 409)
      #expect(last.headers.contains("MFP-Conflict"))
    }
  }

  @Test func `a configured program gets tokens with its secret, and may introspect them`() async throws {
    let server = try await GatewayServer.start()
    let credentials = ClientCredentials(clientID: "sample", clientSecret: "sample-secret", scope: "account")
    let gateway = Gateway(serverURL: try ResourceURL(server.url + "/mfp"), credential: .oauth2(credentials))
    let client = ResourceClient(configuration: ResourceConfiguration(gateway: gateway))
    #expect(try await client.send(balance).status == 200)
    let token = try await client.authorization.token(for: "account")
    let known = try await client.authorization.introspect(token.value)
    #expect(known.isActive)
    #expect(known.clientID == "sample")
    #expect(known.scope == "RegisteredClient account")
    #expect(try await client.authorization.introspect("another").isActive == false)
    var request = balance
    request.scope = "elsewhere"
    let error = try await #require(throws: ResourceError.self) { try await client.send(request) }
    #expect(error.code == .tokenRefused)
    #expect(error.message.contains("invalid_scope"))
    await server.stop()
  }
}

/// A clock for the gateway that a test advances, by less than the minute for which a client's assertions are valid.
private final class Time: Sendable {
  private let ahead = Mutex<TimeInterval>(0)

  var now: Date { Date().addingTimeInterval(ahead.withLock(\.self)) }

  func advance(by seconds: TimeInterval) { ahead.withLock { $0 += seconds } }
}
