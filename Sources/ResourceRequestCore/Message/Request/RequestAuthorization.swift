// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a request says of its credentials, on its way through the pipeline.
package struct RequestAuthorization: Sendable, Hashable {
  /// What its token must be good for; `nil` leaves it to what was learned, or to the configuration.
  package var scope: TokenScope?
  /// Whether anything that shows who asks is put on it.
  package var usesCredentials = true
  /// The credential its URL held, for the URL's own origin.
  package var login: LoginCredential?
  /// Whether a redirect led to another origin than the caller, or the configuration, named.
  package var isRedirected = false
}
