// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Crypto
import FlyingFox
import Foundation
import ResourceRequestKit

/// A client's signed statement of its identity, as received (RFC 7523 §3).
struct SignedAssertion: Sendable {
  /// The subject; not verified yet.
  let clientID: String
  /// The unique identifier of the assertion (`jti`).
  let id: String
  /// When the assertion expires.
  let expiry: Date
  private let head: JSON
  private let claims: JSON
  private let signed: Data
  private let signature: Data

  /// The longest accepted lifetime, in seconds.
  private static let longest: TimeInterval = 300

  /// Reads the assertion from a form.
  ///
  /// - Throws: ``SecurityRefusal`` if it is missing or cannot be read.
  init(_ form: [FormField]) throws {
    guard form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      let text = form["client_assertion"]
    else { throw SecurityRefusal.oauth("invalid_client", "a client assertion is wanted", status: .unauthorized) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Self.json(parts[0]), let claims = Self.json(parts[1]),
      let signature = Base64URL.decode(parts[2]), let client = claims["iss"].string, let id = claims["jti"].string,
      let expiry = claims["exp"].double
    else { throw SecurityRefusal.oauth("invalid_client", "the client assertion cannot be read") }
    self.head = head
    self.claims = claims
    self.signature = signature
    signed = Data("\(parts[0]).\(parts[1])".utf8)
    clientID = client
    self.id = id
    self.expiry = Date(timeIntervalSince1970: expiry)
  }

  /// Says why the assertion is invalid; `nil` if it is valid.
  func violation(key: P256.Signing.PublicKey, audience: String, at now: Date) -> String? {
    guard head["alg"] == "ES256" else { return "the algorithm is not ES256" }
    guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
      key.isValidSignature(signature, for: signed)
    else { return "the signature is not of the registered key" }
    guard claims["sub"].string == clientID else { return "iss and sub differ" }
    guard claims["aud"].string == audience else { return "it is for another address than \(audience)" }
    guard expiry > now else { return "it is too old" }
    guard expiry <= now.addingTimeInterval(Self.longest) else { return "it is good for longer than is sensible" }
    return nil
  }

  private static func json(_ part: Substring) -> JSON? {
    Base64URL.decode(part).flatMap { try? JSON(parsing: String(decoding: $0, as: UTF8.self)) }
  }
}

extension P256.Signing.PublicKey {
  /// Reads the key of a JSON Web Key (RFC 7518 §6.2.1); `nil` if it is not a key of this curve.
  init?(jwk: JSON) {
    guard jwk["kty"] == "EC", jwk["crv"] == "P-256", let x = jwk["x"].string.flatMap(Base64URL.decode), x.count == 32,
      let y = jwk["y"].string.flatMap(Base64URL.decode), y.count == 32,
      let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
    else { return nil }
    self = key
  }
}
