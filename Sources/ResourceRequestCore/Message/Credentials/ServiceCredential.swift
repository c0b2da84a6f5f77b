// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What identifies the caller to a service: added to requests for that service's own origin, and to no other.
public struct ServiceCredential: Sendable, Hashable {
  /// Where an API key is put.
  public enum APIKeyPolicy: String, Sendable, Hashable, CaseIterable {
    /// In `Authorization: Basic`: the name as user, the key as password (RFC 7617).
    case basic
    /// In a header field of that name.
    case header
    /// In a query item of that name.
    case query
  }

  /// The kinds.
  ///
  /// Not public, so that more can come.
  package enum Kind: Sendable, Hashable {
    case basic(username: String, password: Secret)
    case apiKey(Secret, name: String, policy: APIKeyPolicy)
    case digest(LoginCredential)
    case bearer(Secret)
    case bearerFile(path: String)
    case oauth2(ClientCredentials)
  }

  package let kind: Kind

  /// The files its secret is read from, where it follows them.
  ///
  /// None of a token file, which is not a secret of the configuration: who sends its token follows it.
  var files: FollowedFiles? {
    switch kind {
    case .basic(_, let secret), .apiKey(let secret, _, _), .bearer(let secret): secret.files
    case .digest(let login): login.password.files
    case .oauth2(let credentials): credentials.clientSecret.files
    case .bearerFile: nil
    }
  }

  /// User name and password, as `Authorization: Basic` (RFC 7617).
  public static func basic(username: String, password: Secret) -> ServiceCredential {
    ServiceCredential(kind: .basic(username: username, password: password))
  }

  /// User name and password, which are never sent as they are: the server gets a hash of what it asks for (RFC 7616).
  public static func digest(username: String, password: Secret) -> ServiceCredential {
    ServiceCredential(kind: .digest(LoginCredential(username: username, password: password)))
  }

  /// An API key under a name, put where the policy says.
  public static func apiKey(_ key: Secret, name: String, policy: APIKeyPolicy = .basic) -> ServiceCredential {
    ServiceCredential(kind: .apiKey(key, name: name, policy: policy))
  }

  /// A token that does not change, as `Authorization: Bearer` (RFC 6750 §2.1).
  public static func bearer(_ token: Secret) -> ServiceCredential {
    ServiceCredential(kind: .bearer(token))
  }

  /// A token in a file that something else keeps current, as Kubernetes does; read again when the file changes.
  public static func bearer(file path: String) -> ServiceCredential {
    ServiceCredential(kind: .bearerFile(path: path))
  }

  /// Tokens from a token endpoint, fetched when they are needed and renewed ahead of their end (RFC 6749 §4.4).
  public static func oauth2(_ credentials: ClientCredentials) -> ServiceCredential {
    ServiceCredential(kind: .oauth2(credentials))
  }
}
