// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A content coding that the SDK can apply, by its HTTP name (RFC 9110 §8.4.1).
package enum ContentCoding: String, Sendable, Hashable, CaseIterable {
  /// DEFLATE in the frame of gzip (RFC 1952).
  case gzip
  /// DEFLATE in the frame of zlib (RFC 1950).
  case deflate
}
