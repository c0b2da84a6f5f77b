// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The principal of a pipeline's requests, as far as it is known before they are sent: a renewed token does not change
/// it.
package enum CachePrincipal: Sendable, Hashable {
  /// No principal.
  case nobody
  /// A principal: a client, a user, the holder of a key.
  case named(String)
  /// A principal that may differ from request to request; responses are stored only if the caller names a partition.
  case unknown
}

/// The partition of a request: the part of its key besides the URL.
package struct CachePartition: Sendable {
  private let principal: CachePrincipal
  private let isShared: Bool
  private let name: [String]
  /// The fields of requests without relevant fields of their own, which belong to the configured principal.
  let usual: Headers
  private let plain: String
  private let anonymous: String

  /// Creates the partitions of a service.
  ///
  /// - Parameters:
  ///   - service: the service's name; `nil` for absolute URLs, which their origin separates.
  ///   - configured: the partition in the configuration.
  ///   - principal: the principal of the requests.
  ///   - isShared: whether all principals share stored responses.
  ///   - usual: the fields that the configuration adds.
  package init(
    service: String?,
    configured: String?,
    principal: CachePrincipal,
    isShared: Bool,
    usual: Headers
  ) {
    var principal = principal
    let secrets = usual.filter { Self.showsWho($0.name) }
    if !secrets.isEmpty {
      // A configuration made in code may have credentials among the fields for all requests.
      let text = secrets.map { "\($0.name):\($0.value)" }.joined(separator: "\n")
      let digest = SHA256.hexadecimal(of: text)
      switch principal {
      case .nobody: principal = .named(digest)
      case .named(let name): principal = .named(name + digest)
      case .unknown: break
      }
    }
    self.principal = principal
    self.isShared = isShared
    self.usual = usual
    name = [service ?? "", configured ?? ""]
    anonymous = Self.text(name + [""])
    if case .named(let who) = principal, !isShared { plain = Self.text(name + [who]) } else { plain = anonymous }
  }

  /// The partition of a request, if known.
  package struct Finding: Sendable, Hashable {
    /// The partition; `nil` if nothing may be used or stored.
    package var text: String?
    /// Whether the request carries credentials.
    package var isAuthorized: Bool
  }

  /// The partition of a request.
  package func find(_ headers: Headers, _ caching: RequestCaching, _ authorization: RequestAuthorization) -> Finding {
    let isAnonymous = !authorization.usesCredentials || authorization.isRedirected
    let byHand = headers.sharesStorage(with: usual) ? false : bringsOwn(headers)
    if let caller = caching.partition {
      let isAuthorized = byHand || authorization.login != nil || !isAnonymous && principal != .nobody
      return Finding(
        text: Self.text([name[0], name[1], "", caller, isAnonymous ? "" : plain]),
        isAuthorized: isAuthorized
      )
    }
    // Shared or not, a response to such a request is for its sender only, unless the server allows more.
    if byHand { return Finding(text: isShared ? plain : nil, isAuthorized: true) }
    if let login = authorization.login {
      let who = SHA256.hexadecimal(of: "\(login.username.utf8.count):\(login.username)\(login.password.reveal())")
      return Finding(text: isShared ? plain : Self.text(name + ["login", who]), isAuthorized: true)
    }
    if isAnonymous { return Finding(text: anonymous, isAuthorized: false) }
    switch principal {
    case .nobody: return Finding(text: plain, isAuthorized: false)
    case .unknown: return Finding(text: isShared ? plain : nil, isAuthorized: true)
    case .named:
      guard let scope = authorization.scope, !isShared else { return Finding(text: plain, isAuthorized: true) }
      return Finding(text: Self.text([plain, scope.description]), isAuthorized: true)
    }
  }

  /// Whether the caller set credentials.
  private func bringsOwn(_ headers: Headers) -> Bool {
    headers.contains { field in Self.showsWho(field.name) && !usual.contains { $0.isIdentical(to: field) } }
  }

  private static func showsWho(_ name: String) -> Bool {
    !harmless.contains { FieldCharacters.equalNames($0, name) } && SensitiveNames.contains(name)
  }

  /// Common fields that need no closer look.
  private static let harmless = ["Accept", "User-Agent", "Accept-Encoding", "Accept-Language", "Cache-Control"]

  /// Joins texts with their lengths, so that different lists give different texts.
  private static func text(_ parts: [String]) -> String {
    parts.map { "\($0.utf8.count):\($0)" }.joined()
  }
}
