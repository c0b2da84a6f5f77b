// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Crypto
import Foundation
public import ResourceRequestKit

/// A program that gets its own tokens with a client secret (RFC 6749 §4.4).
public struct ConfidentialClient: Sendable {
  /// The client's name.
  public let id: String
  /// The client's secret.
  public let secret: Secret
  /// The widest scope of its tokens, besides `RegisteredClient`.
  public let scope: TokenScope

  /// Creates a client with its secret.
  public init(id: String, secret: Secret, scope: TokenScope) {
    self.id = id
    self.secret = secret
    self.scope = scope
  }

  /// The client that the sample gateway knows: `sample`, `sample-secret`.
  public static let sample = ConfidentialClient(
    id: "sample",
    secret: "sample-secret",
    scope: "account authorization.introspect"
  )

  /// Whether a secret is this client's, compared in constant time.
  func matches(_ secret: String) -> Bool {
    SHA256.hash(data: Data(secret.utf8)) == SHA256.hash(data: Data(self.secret.reveal().utf8))
  }
}
