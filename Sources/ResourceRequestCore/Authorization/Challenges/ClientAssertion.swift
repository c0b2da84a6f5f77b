// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// A client assertion: a signed statement of the client's identity (RFC 7523 §3).
struct ClientAssertion: Sendable {
  let clientID: String
  let audience: String
  /// The unique identifier.
  let id: String
  let issued: Date

  /// The lifetime in seconds.
  static let lifetime = 60

  /// The form parameters of the assertion.
  func form(signedBy signer: any ClientAssertionSigner) async throws -> RequestParameters {
    [
      "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      "client_assertion": .init(try await token(signedBy: signer)),
    ]
  }

  func token(signedBy signer: any ClientAssertionSigner) async throws -> String {
    let seconds = Int(clamping: issued.wholeSeconds)
    let head: JSON = ["alg": .string(signer.algorithm), "typ": "JWT", "kid": .string(clientID)]
    let claims: JSON = [
      "iss": .string(clientID), "sub": .string(clientID), "aud": .string(audience), "jti": .string(id),
      "iat": .number(.init(seconds)), "exp": .number(.init(seconds + ClientAssertion.lifetime)),
    ]
    let text = ClientAssertion.encoded(head.data()) + "." + ClientAssertion.encoded(claims.data())
    return text + "." + ClientAssertion.encoded(try await signer.sign(Data(text.utf8)))
  }

  /// Base64 for URLs, without padding (RFC 7515 §2).
  static func encoded(_ data: Data) -> String {
    data.base64EncodedString().replacing(bytes: "+", with: "-").replacing(bytes: "/", with: "_").replacing(
      bytes: "=",
      with: ""
    )
  }
}

/// Signs for a registered client and keeps its private key.
public protocol ClientAssertionSigner: Sendable {
  /// The algorithm's name in a token's head, such as `ES256` or `RS256` (RFC 7518 §3.1).
  var algorithm: String { get }

  /// The public key as a JSON Web Key (RFC 7517), sent to the gateway at the registration.
  var publicKey: JSON { get }

  /// Signs bytes.
  ///
  /// - Returns: the signature in the form of RFC 7515; for ES256 the two concatenated numbers, not DER.
  func sign(_ bytes: Data) async throws -> Data
}
