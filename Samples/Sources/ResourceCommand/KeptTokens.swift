// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit
import Synchronization

/// Provides the tokens stored in a file; fetches and stores missing ones.
final class KeptTokens: TokenProvider {
  private let file: TokenCacheFile
  private let client: ResourceClient
  /// The service that the tokens are for; `nil` for the gateway.
  private let service: String?
  private let issuer: String
  private let clientID: String
  /// The scopes whose token was provided before: a second request means that the server refused that token.
  private let given = Mutex<Set<TokenScope>>([])

  /// Provides tokens from a file, and fetches missing ones with a client.
  init(in file: TokenCacheFile, by client: ResourceClient, for owner: TokenOwner) {
    self.file = file
    self.client = client
    let configuration = client.configuration
    service = owner.serviceName(in: configuration)
    (issuer, clientID) = Self.identity(of: owner, in: configuration)
  }

  /// The issuer and the client identifier under which an owner's tokens are stored.
  static func identity(
    of owner: TokenOwner,
    in configuration: ResourceConfiguration
  ) -> (issuer: String, clientID: String) {
    let credential = owner.shownCredential(in: configuration)
    let server = configuration.gateway?.serverURL.redacted() ?? ""
    let issuer = credential["tokenUrl"].string ?? server
    // A token for one audience is none for another.
    let audience = credential["audience"].string.map { " for \($0)" } ?? ""
    return (issuer + audience, credential["clientId"].string ?? "")
  }

  func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
    let key = TokenCacheFile.Key(issuer: issuer, clientID: clientID, scope: scope)
    let isFirst = given.withLock { $0.insert(scope).inserted }
    if isFirst, let entry = try file.entry(for: key, at: Date()) {
      return AccessToken(entry.token, lifetime: .seconds(entry.expiry.timeIntervalSinceNow), scope: scope)
    }
    client.authorization.clearToken(for: scope, service: service)
    do {
      let token = try await client.authorization.token(for: scope, service: service)
      if let lifetime = token.lifetime {
        let expiry = Date(timeIntervalSinceNow: lifetime / .seconds(1))
        try file.keep(TokenCacheFile.Entry(key: key, token: token.value, expiry: expiry), at: Date())
      }
      return token
    } catch let error as ResourceError {
      // The outer client reports the error itself.
      throw error.cause ?? error
    }
  }
}
