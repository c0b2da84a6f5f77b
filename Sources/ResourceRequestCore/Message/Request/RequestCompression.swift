// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Whether to compress the request body (RFC 9110 §8.4).
///
/// Use it for text, above all JSON, and for servers that support it: nothing in HTTP tells before the first request. A
/// server that does not responds with 415 and lists what it supports in `Accept-Encoding` (RFC 7694 §3); the caller
/// gets that response.
///
/// Never compressed: bodies up to the threshold, bodies with `Content-Encoding`, `Content-Range` or a digest set by the
/// caller, media types that are already compressed (images, video, archives), and bodies that would not get smaller.
public struct RequestCompression: Sendable, Hashable {
  /// The default threshold: 1 KiB.
  public static let standardThreshold = 1 << 10

  /// `nil` for none.
  let coding: ContentCoding?
  let threshold: Int

  /// Sends bodies uncompressed.
  public static let never = RequestCompression(coding: nil, threshold: standardThreshold)

  /// Compresses bodies above 1 KiB, and bodies of unknown length, as gzip (RFC 1952).
  public static let gzip = RequestCompression.gzip(above: standardThreshold)

  /// Compresses bodies above 1 KiB, and bodies of unknown length, as HTTP's `deflate`, which is the zlib format (RFC
  /// 1950).
  public static let deflate = RequestCompression.deflate(above: standardThreshold)

  /// Compresses bodies above a size, and bodies of unknown length, as gzip (RFC 1952).
  public static func gzip(above bytes: Int) -> RequestCompression {
    RequestCompression(coding: .gzip, threshold: max(0, bytes))
  }

  /// Compresses bodies above a size, and bodies of unknown length, as HTTP's `deflate` (RFC 1950).
  public static func deflate(above bytes: Int) -> RequestCompression {
    RequestCompression(coding: .deflate, threshold: max(0, bytes))
  }
}
