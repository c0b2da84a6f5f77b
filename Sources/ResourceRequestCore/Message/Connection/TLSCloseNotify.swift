// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What happens when a server closes a connection without TLS's `close_notify` (RFC 8446 §6.1).
///
/// It matters for answers that neither announce a length nor come in chunks: the end of the connection is the end of the
/// body, and `close_notify` alone tells the server's end from that of somebody who has cut the connection.
public enum TLSCloseNotify: String, Sendable, Hashable, CaseIterable {
  /// The body counts as incomplete: the call fails with `connectionClosed`.
  case required
  /// The body counts as complete.
  ///
  /// For servers that never send it, on a network where nobody cuts connections.
  case optional
}
