// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The HTTP versions an exchange may use.
public enum HTTPVersionPolicy: String, Sendable, Hashable, CaseIterable {
  /// The default: HTTP/2 if TLS negotiates it (ALPN, RFC 9113 §3.2), otherwise HTTP/1.1.
  case negotiated
  /// HTTP/1.1 only.
  case http1_1 = "1.1"
  /// HTTP/2 from the first byte, without TLS too (prior knowledge, RFC 9113 §3.3).
  case http2PriorKnowledge = "2-prior-knowledge"
}
