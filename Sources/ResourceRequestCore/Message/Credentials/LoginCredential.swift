// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A user name and its password.
public struct LoginCredential: Sendable, Hashable {
  /// The user name.
  public let username: String
  /// The password.
  public let password: Secret
  /// How a Digest request is sent before it is challenged.
  package var firstRequest = DigestFirstRequest.whole

  /// Creates a credential from a user name and its password.
  public init(username: String, password: Secret) {
    self.username = username
    self.password = password
  }

  /// The value of `Authorization` for Basic, in UTF-8 (RFC 7617 §2).
  var basic: String { BasicField.value(username, password.reveal()) }
}

extension LoginCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `‹redacted›`, since a user name in a URL may itself be a token.
  public var description: String { Redaction.mark }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Empty.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
