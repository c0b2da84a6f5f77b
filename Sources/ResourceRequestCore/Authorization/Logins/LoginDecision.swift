// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The challenge of a server to respond to with a user name and password.
///
/// Pure.
enum LoginDecision: Sendable, Hashable {
  case basic(realm: String?)
  case digest(DigestChallenge)

  /// Selects the strongest supported challenge; `nil` if there is none.
  ///
  /// Basic is considered only if the password itself may be sent.
  static func decide(_ status: Status, _ headers: Headers, allowsBasic: Bool) -> LoginDecision? {
    status == 401 ? decide(headers.values(for: "WWW-Authenticate"), allowsBasic: allowsBasic) : nil
  }

  /// Selects from the lines of the challenge field.
  static func decide(_ lines: [String], allowsBasic: Bool) -> LoginDecision? {
    let challenges = Challenge.parse(lines)
    let digests = challenges.compactMap(DigestChallenge.init)
    // The first of equals, which is the server's preference.
    let strongest = digests.map(\.algorithm).max()
    if let digest = digests.first(where: { $0.algorithm == strongest }) { return .digest(digest) }
    guard allowsBasic, let basic = challenges.first(where: { $0.scheme == "basic" }) else { return nil }
    return .basic(realm: basic.realm)
  }

  /// Whether only the nonce is stale, so that the same credential can be sent again.
  var isStale: Bool {
    if case .digest(let challenge) = self { challenge.isStale } else { false }
  }

  func space(at origin: Origin, isRedirectTarget: Bool) -> ProtectionSpace {
    let (realm, scheme): (String?, String) =
      switch self {
      case .basic(let realm): (realm, "basic")
      case .digest(let challenge): (challenge.realm, "digest")
      }
    return ProtectionSpace(origin: origin, realm: realm, scheme: scheme, isRedirectTarget: isRedirectTarget)
  }
}
