// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// Tokens from django-oauth-toolkit.
///
/// The token requests are counted in the server's own log.
@Suite struct OAuthTests {
  static func client(
    _ id: String,
    secret: String = "hunter2",
    scope: TokenScope = "read",
    authentication: ClientCredentials.Authentication = .basic
  ) throws -> ResourceClient {
    let base = try Servers.variable("INTEROP_OAUTH")
    let credentials = ClientCredentials(
      tokenURL: try ResourceURL(base + "/o/token/"),
      clientID: id,
      clientSecret: Secret(secret),
      scope: scope,
      authentication: authentication,
      introspectionURL: try ResourceURL(base + "/o/introspect/")
    )
    let service = BackendService(name: "django", baseURL: try ResourceURL(base), credential: .oauth2(credentials))
    return ResourceClient(configuration: ResourceConfiguration(services: [service]))
  }

  /// The number of lines in the server's log that begin with this text.
  static func count(_ line: String) throws -> Int {
    let log = try String(contentsOfFile: Servers.variable("INTEROP_OAUTH_LOG"), encoding: .utf8)
    return log.split(separator: "\n").count { $0.hasPrefix(line) }
  }

  static let read = ResourceRequest("read", service: "django")

  @Test(arguments: ClientCredentials.Authentication.allCases)
  func `an id and a secret with every odd character are understood`(
    by authentication: ClientCredentials.Authentication
  ) async throws {
    let client = try Self.client("i:d/%+ü", secret: "s:e/c%r+e ü", authentication: authentication)
    let response = try await client.send(Self.read)
    #expect(response.status == 200)
    #expect(response.json?["client"].string == "i:d/%+ü")
  }

  @Test func `a thousand requests on an empty cache cost one token request`() async throws {
    let client = try Self.client("crowd")
    let statuses = try await Self.send(1000, with: client)
    #expect(statuses == [200: 1000])
    #expect(try Self.count("crowd POST /o/token/ 200") == 1)
  }

  @Test func `a token revoked under load costs one more`() async throws {
    let client = try Self.client("revoked")
    #expect(try await client.send(Self.read).status == 200)
    let revoke = ResourceRequest(try Servers.variable("INTEROP_OAUTH") + "/revoke/revoked")
    #expect(try await client.send(revoke).status == 204)
    #expect(try await Self.send(200, with: client) == [200: 200])
    #expect(try Self.count("revoked POST /o/token/ 200") == 2)
  }

  @Test func `tokens of two seconds under steady load fail no request and cost one refresh each`() async throws {
    let client = try Self.client("steady", scope: "read short")
    let tokens = { try Self.count("steady POST /o/token/ 200") }
    let start = ContinuousClock.now
    var (failures, stalls) = (0, 0)
    while try tokens() < 4, start.duration(to: .now) < .seconds(60) {
      let moment = ContinuousClock.now
      let status = try await client.send(Self.read).status
      // A token is not used in the last tenth of its lifetime. If the machine stalls for longer than that, a token may
      // expire in transit, and if it stalls for a lifetime, the next one too; such failures are not the client's.
      let time = moment.duration(to: .now)
      if time > .milliseconds(200) { stalls += 1 }
      if status != 200, time < .milliseconds(1800) { failures += 1 }
    }
    #expect(failures == 0)
    // Tokens are renewed after three quarters of their lifetime.
    let most = Int(start.duration(to: .now) / .milliseconds(1500)) + 1 + 2 * stalls
    #expect((4...most).contains(try tokens()))
  }

  @Test func `a scope that does not suffice is the answer`() async throws {
    let client = try Self.client("asking")
    #expect(try await client.send(ResourceRequest("write", service: "django")).status == 403)
    var request = ResourceRequest("write", service: "django")
    request.scope = "write"
    #expect(try await client.send(request).status == 200)
    request.scope = "nonsense"
    let error = try await #require(throws: ResourceError.self) { try await client.send(request) }
    #expect(error.code == .tokenRefused)
    #expect(error.message.contains("invalid_scope"))
  }

  @Test func `a wrong secret is told by the endpoint's own word`() async throws {
    let client = try Self.client("asking", secret: "wrong-wrong")
    let error = try await #require(throws: ResourceError.self) { try await client.send(Self.read) }
    #expect(error.code == .tokenRefused)
    #expect(error.message.contains("invalid_client"))
    #expect(!"\(error)".contains("wrong-wrong"))
  }

  @Test func `the server knows its tokens and no others`() async throws {
    let client = try Self.client("asking")
    let token = try await client.authorization.token(service: "django")
    let known = try await client.authorization.introspect(token.value, service: "django")
    #expect(known.isActive)
    #expect(known.scope == "read")
    #expect(known.clientID == "asking")
    #expect(try await !client.authorization.introspect("unheard of", service: "django").isActive)
  }

  static func send(_ count: Int, with client: ResourceClient) async throws -> [Status: Int] {
    try await withThrowingTaskGroup(of: Status.self) { group in
      for _ in 0..<count { group.addTask { try await client.send(read).status } }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
  }
}
