// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The credential settings of a request in the pipeline.
package struct RequestAuthorization: Sendable, Hashable {
  /// The OAuth scopes the token needs; `nil` inherits the scopes learned from the server, then the configuration's.
  package var scope: TokenScope?
  /// Whether credentials are attached.
  package var usesCredentials = true
  /// Whether it is a login form: its credentials are in the body, and cookies tell whose it is.
  package var isLoginForm = false
  /// The credential from the URL's user information, for the URL's own origin.
  package var login: LoginCredential?
  /// Whether a redirect left the origin that the caller or the configuration named.
  package var isRedirected = false
}

/// Whether the target of a request is trusted.
public enum RequestTrust: Sendable, Hashable {
  /// The target comes from the program or its configuration.
  case trusted
  /// The target comes from data: a message, a page, a user.
  ///
  /// An absolute URL then reaches public addresses only, and so do redirects that leave the service of a relative
  /// target, whatever kinds the ``AddressPolicy`` allows, and its ``AddressPolicy/networks``.
  case untrusted
}
