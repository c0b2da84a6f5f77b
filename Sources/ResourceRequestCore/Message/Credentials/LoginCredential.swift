// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A user name and its password.
public struct LoginCredential: Sendable, Hashable {
  /// The user name.
  public let username: String
  /// The password.
  public let password: Secret

  /// A user name and its password.
  public init(username: String, password: Secret) {
    self.username = username
    self.password = password
  }

  /// The value of `Authorization` for Basic, in UTF-8 (RFC 7617 §2).
  var basic: String { BasicField.value(username, password.reveal()) }
}

extension LoginCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `‹redacted›`: in a URL, a user name alone may be a token.
  public var description: String { Redaction.mark }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
