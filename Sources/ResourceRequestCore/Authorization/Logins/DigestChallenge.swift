// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A server's parameters for the hash (RFC 7616 §3.3).
struct DigestChallenge: Sendable, Hashable {
  /// The hash functions this side has, the stronger later.
  enum Algorithm: Int, Sendable, Comparable {
    case md5
    case sha256
    case sha512t256

    static func < (one: Algorithm, other: Algorithm) -> Bool { one.rawValue < other.rawValue }

    func hash(_ text: String) -> String { hash(Array(text.utf8)) }

    func hash(_ bytes: [UInt8]) -> String {
      switch self {
      case .md5: MD5.hexadecimal(of: bytes)
      case .sha256: SHA256.hexadecimal(of: bytes)
      case .sha512t256: SHA512t256.hexadecimal(of: bytes)
      }
    }
  }

  /// Whether the server counts the uses of both as those of one nonce.
  func hasSameUses(as other: DigestChallenge) -> Bool {
    nonce.hasSameBytes(as: other.nonce) && realm.hasSameBytes(as: other.realm) && algorithm == other.algorithm
  }

  /// The part of a request that the hash protects; `none` is the form of RFC 2069.
  enum Protection: Sendable, Hashable {
    case none
    case head
    case headAndBody
  }

  let realm: String
  var nonce: String
  let opaque: String?
  let algorithm: Algorithm
  /// The algorithm as the server writes it; `nil` where it does not.
  let algorithmName: String?
  /// Whether the password's hash is bound to the first nonces.
  let isSession: Bool
  /// The supported protections; never empty.
  let protections: [Protection]
  /// Whether only the nonce was too old.
  let isStale: Bool
  let hashesUsername: Bool

  /// `nil` if it is not a Digest challenge, or has an unknown algorithm or protection.
  init?(_ challenge: Challenge) {
    guard challenge.scheme == "digest", let realm = challenge.realm, let nonce = challenge["nonce"] else { return nil }
    self.realm = realm
    self.nonce = nonce
    opaque = challenge["opaque"]
    algorithmName = challenge["algorithm"]
    var name = (algorithmName ?? "MD5").lowercasedASCII()
    isSession = name.ends(withBytesOf: "-sess")
    if isSession { name = String(decoding: name.utf8.dropLast(5), as: UTF8.self) }
    switch name {
    case "md5": algorithm = .md5
    case "sha-256": algorithm = .sha256
    case "sha-512-256": algorithm = .sha512t256
    default: return nil
    }
    let words = challenge["qop"].map { FieldList.split($0).map { $0.lowercasedASCII() } }
    protections = words.map { $0.compactMap { ["auth": .head, "auth-int": .headAndBody][$0] } } ?? [.none]
    if protections.isEmpty { return nil }
    isStale = challenge["stale"]?.lowercasedASCII() == "true"
    hashesUsername = challenge["userhash"]?.lowercasedASCII() == "true"
  }
}
