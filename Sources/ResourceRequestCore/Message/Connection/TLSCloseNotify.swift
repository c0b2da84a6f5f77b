// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What happens when a server closes a connection without TLS's `close_notify` (RFC 8446 §6.1).
///
/// It matters for responses with neither a length nor chunked coding, whose body ends with the connection: only
/// `close_notify` distinguishes the server's end from an attacker's.
public enum TLSCloseNotify: String, Sendable, Hashable, CaseIterable {
  /// The body counts as incomplete: the call fails with `connectionClosed`.
  case required
  /// The body counts as complete.
  ///
  /// For servers that never send it, on a trusted network.
  case optional
}
