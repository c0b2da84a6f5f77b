// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The credential of a service: sent to the service's own origin only.
public struct ServiceCredential: Sendable, Hashable {
  /// Where an API key is sent.
  public enum APIKeyPolicy: String, Sendable, Hashable, CaseIterable {
    /// In `Authorization: Basic`: the name as user, the key as password (RFC 7617).
    case basic
    /// In a header field of that name.
    case header
    /// In a query item of that name.
    case query
  }

  /// The kinds of credentials.
  ///
  /// Not public, so that cases can be added.
  package enum Kind: Sendable, Hashable {
    case basic(username: String, password: Secret)
    case apiKey(Secret, name: String, policy: APIKeyPolicy)
    case digest(LoginCredential)
    case bearer(Secret)
    case bearerFile(path: String)
    case oauth2(ClientCredentials)
  }

  package let kind: Kind

  /// The secret; `nil` for a token file, whose content is the secret.
  var secret: Secret? {
    switch kind {
    case .basic(_, let secret), .apiKey(let secret, _, _), .bearer(let secret): secret
    case .digest(let login): login.password
    case .oauth2(let credentials): credentials.clientSecret
    case .bearerFile: nil
    }
  }

  /// The files that the secret follows, if any.
  ///
  /// Excludes a token file, which is not a secret of the configuration: the middleware that sends the token follows it.
  var files: FollowedFiles? { secret?.files }

  /// User name and password, as `Authorization: Basic` (RFC 7617).
  public static func basic(username: String, password: Secret) -> ServiceCredential {
    ServiceCredential(kind: .basic(username: username, password: password))
  }

  /// User name and password by HTTP Digest: only a hash is sent (RFC 7616).
  ///
  /// - Parameters:
  ///   - username: the user name.
  ///   - password: the password.
  ///   - firstRequest: how the first request with a body is sent, before the server has challenged.
  /// - Returns: the credential.
  public static func digest(
    username: String,
    password: Secret,
    firstRequest: DigestFirstRequest = .whole
  ) -> ServiceCredential {
    var login = LoginCredential(username: username, password: password)
    login.firstRequest = firstRequest
    return ServiceCredential(kind: .digest(login))
  }

  /// An API key under a name, sent where the policy says.
  public static func apiKey(_ key: Secret, name: String, policy: APIKeyPolicy = .header) -> ServiceCredential {
    ServiceCredential(kind: .apiKey(key, name: name, policy: policy))
  }

  /// A static token, as `Authorization: Bearer` (RFC 6750 §2.1).
  public static func bearer(_ token: Secret) -> ServiceCredential {
    ServiceCredential(kind: .bearer(token))
  }

  /// A token file that another program renews, as Kubernetes does; read again when it changes.
  public static func bearer(file path: String) -> ServiceCredential {
    ServiceCredential(kind: .bearerFile(path: path))
  }

  /// Tokens from a token endpoint, fetched on demand and renewed before they expire (RFC 6749 §4.4).
  public static func oauth2(_ credentials: ClientCredentials) -> ServiceCredential {
    ServiceCredential(kind: .oauth2(credentials))
  }
}
