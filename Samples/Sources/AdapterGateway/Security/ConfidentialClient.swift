// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Crypto
import Foundation
public import ResourceRequestKit

/// A program that gets tokens for itself with a secret (RFC 6749 §4.4).
public struct ConfidentialClient: Sendable {
  /// Its name.
  public let id: String
  /// Its secret.
  public let secret: Secret
  /// The most its tokens are good for, besides `RegisteredClient`.
  public let scope: TokenScope

  /// A program with its secret.
  public init(id: String, secret: Secret, scope: TokenScope) {
    self.id = id
    self.secret = secret
    self.scope = scope
  }

  /// The one the sample gateway knows: `sample`, `sample-secret`.
  public static let sample = ConfidentialClient(
    id: "sample",
    secret: "sample-secret",
    scope: "account authorization.introspect"
  )

  /// Whether a secret is this program's; how much of it is right cannot be told from the time it takes.
  func matches(_ secret: String) -> Bool {
    SHA256.hash(data: Data(secret.utf8)) == SHA256.hash(data: Data(self.secret.reveal().utf8))
  }
}
