// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How a request with a body goes out that a Digest service has yet to challenge.
///
/// Without a challenge there is nothing to hash, so that the first request is refused (RFC 7616 §3.3), with its body.
public enum DigestFirstRequest: String, Sendable, Hashable, CaseIterable {
  /// As it is: one request where the server does not challenge, the body twice where it does.
  case whole
  /// With an empty body, and again with its body whatever the response: for large bodies, and for those that can be read once
  /// only.
  ///
  /// A server that does not challenge has then acted on an empty request before the whole one.
  case empty
  /// With `Expect: 100-continue`, so that the server can refuse it before the body is sent.
  ///
  /// A server that says nothing gets the body after a second. A body that can be read once only is not sent again.
  case expectContinue
}
