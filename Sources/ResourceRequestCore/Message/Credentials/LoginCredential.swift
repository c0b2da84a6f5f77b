// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

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

extension LoginCredential: RedactedDescription {
  /// `‹redacted›`, since a user name in a URL may itself be a token.
  public var description: String { Redaction.mark }
}

/// How the first request with a body is sent to a Digest service, before the server has challenged.
///
/// Without a challenge there is nothing to hash, so the server refuses that request and its body (RFC 7616 §3.3).
public enum DigestFirstRequest: String, Sendable, Hashable, CaseIterable {
  /// Unchanged: one request if the server does not challenge; if it does, the body is sent twice.
  case whole
  /// With an empty body, then again with its body whatever the response: for large bodies, and for those that can be
  /// read only once.
  ///
  /// A server that does not challenge then acts on an empty request before the real one.
  case empty
  /// With `Expect: 100-continue`, so that the server can refuse it before the body is sent.
  ///
  /// A server that does not respond gets the body after a second. A body that can be read only once is not sent again.
  case expectContinue
}

/// The value of `Authorization` for Basic (RFC 7617 §2).
package enum BasicField {
  package static func value(_ name: String, _ password: String) -> String {
    "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()
  }
}
