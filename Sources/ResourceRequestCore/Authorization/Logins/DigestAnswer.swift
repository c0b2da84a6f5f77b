// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Answers a Digest challenge (RFC 7616 §3.4).
///
/// Pure.
struct DigestAnswer: Sendable {
  let challenge: DigestChallenge
  let login: LoginCredential
  /// How often the nonce was used, this time included.
  let count: UInt32
  /// This side's own nonce.
  let clientNonce: String
  /// The nonces the password's hash is bound to, for the algorithms that do that: the first ones.
  var sessionNonces: (server: String, client: String)?

  /// The value of `Authorization`; `nil` where the server wants the body protected and it is not in memory.
  func field(method: RequestMethod, target: String, body: OutgoingBody?) -> String? {
    let hash = challenge.algorithm.hash(_:) as (String) -> String
    let protection: DigestChallenge.Protection
    if let one = challenge.protections.first(where: { $0 != .headAndBody }) {
      protection = one
    } else if body == nil || body?.bytes != nil {
      protection = .headAndBody
    } else {
      return nil
    }
    var secret = hash("\(login.username):\(challenge.realm):\(login.password.reveal())")
    if challenge.isSession {
      let nonces = sessionNonces ?? (challenge.nonce, clientNonce)
      secret = hash("\(secret):\(nonces.0):\(nonces.1)")
    }
    var asked = "\(method):\(target)"
    if protection == .headAndBody { asked += ":" + challenge.algorithm.hash(body?.bytes.map(Array.init) ?? []) }
    let digits = String(count, radix: 16)
    let uses = String(repeating: "0", count: 8 - digits.count) + digits
    let quality = protection == .head ? "auth" : "auth-int"
    let response =
      protection == .none
      ? hash("\(secret):\(challenge.nonce):\(hash(asked))")
      : hash("\(secret):\(challenge.nonce):\(uses):\(clientNonce):\(quality):\(hash(asked))")
    var parts = [
      username, "realm=" + FieldSyntax.quoted(challenge.realm), "nonce=" + FieldSyntax.quoted(challenge.nonce),
      "uri=" + FieldSyntax.quoted(target), "response=\"\(response)\"",
    ]
    if let name = challenge.algorithmName { parts.append("algorithm=\(name)") }
    if let opaque = challenge.opaque { parts.append("opaque=" + FieldSyntax.quoted(opaque)) }
    if protection != .none || challenge.isSession { parts.append("cnonce=\"\(clientNonce)\"") }
    if protection != .none { parts += ["qop=\(quality)", "nc=\(uses)"] }
    if challenge.hashesUsername { parts.append("userhash=true") }
    return "Digest " + parts.joined(separator: ", ")
  }

  /// The user name: hashed where the server wants it so, and in the extended notation where it is not ASCII (RFC 7616
  /// §3.4.3, RFC 8187).
  private var username: String {
    if challenge.hashesUsername {
      return "username=\"\(challenge.algorithm.hash("\(login.username):\(challenge.realm)"))\""
    }
    if login.username.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
      return "username=" + FieldSyntax.quoted(login.username)
    }
    return "username*=UTF-8''" + PercentEncoding.encode(login.username, allowing: .unreserved)
  }
}
