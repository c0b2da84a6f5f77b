// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension TLSOptions {
  /// A version of TLS.
  public enum Version: String, Sendable, Hashable, CaseIterable {
    /// TLS 1.2 (RFC 5246): the oldest supported version, and the default minimum.
    case v1_2 = "1.2"
    /// TLS 1.3 (RFC 8446).
    case v1_3 = "1.3"
  }
}
