// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which of a server's challenges is answered with a user name and password.
///
/// Pure.
enum LoginDecision: Sendable, Hashable {
  case basic(realm: String?)
  case digest(DigestChallenge)

  /// The strongest challenge that can be answered; `nil` where there is none, or none is asked.
  ///
  /// Basic is among them only where the password itself may be sent.
  static func decide(_ status: Status, _ headers: Headers, allowsBasic: Bool) -> LoginDecision? {
    guard status == 401 else { return nil }
    return decide(headers.values(for: "WWW-Authenticate"), allowsBasic: allowsBasic)
  }

  /// The same, of the values of the field with the challenges.
  static func decide(_ lines: [String], allowsBasic: Bool) -> LoginDecision? {
    let challenges = Challenge.parse(lines)
    let digests = challenges.compactMap(DigestChallenge.init)
    // Of equals the first: that is the order the server prefers.
    let strongest = digests.map(\.algorithm).max()
    if let digest = digests.first(where: { $0.algorithm == strongest }) { return .digest(digest) }
    guard allowsBasic, let basic = challenges.first(where: { $0.scheme == "basic" }) else { return nil }
    return .basic(realm: basic.realm)
  }

  /// Whether the server found fault with the nonce's age alone, so that the same credential may go out again.
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
