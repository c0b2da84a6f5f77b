// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Whether the body of a request is compressed on its way (RFC 9110 §8.4).
///
/// It is worth it for texts, JSON above all, to a server that is known to take them: nothing in HTTP says so before the
/// first request. One that does not answers 415, with an `Accept-Encoding` of what it takes (RFC 7694 §3); that answer is
/// given to the caller as it is.
///
/// Left as they are: bodies that are no longer than the threshold, those a caller set `Content-Encoding`, `Content-Range`
/// or a digest for, media types that are compressed already (images, video, archives), and what would not get smaller.
public struct RequestCompression: Sendable, Hashable {
  /// The length of the largest body that is not worth it: 1 KiB.
  public static let standardThreshold = 1 << 10

  /// `nil` for none.
  let coding: ContentCoding?
  let threshold: Int

  /// Bodies are sent as they are.
  public static let never = RequestCompression(coding: nil, threshold: standardThreshold)

  /// Bodies of more than 1 KiB, and those whose length is not known, are sent as gzip (RFC 1952).
  public static let gzip = RequestCompression.gzip(above: standardThreshold)

  /// Bodies of more than 1 KiB, and those whose length is not known, are sent as HTTP's `deflate`, which is the zlib
  /// format (RFC 1950).
  public static let deflate = RequestCompression.deflate(above: standardThreshold)

  /// Bodies of more bytes than these, and those whose length is not known, are sent as gzip (RFC 1952).
  public static func gzip(above bytes: Int) -> RequestCompression {
    RequestCompression(coding: .gzip, threshold: max(0, bytes))
  }

  /// Bodies of more bytes than these, and those whose length is not known, are sent as HTTP's `deflate` (RFC 1950).
  public static func deflate(above bytes: Int) -> RequestCompression {
    RequestCompression(coding: .deflate, threshold: max(0, bytes))
  }
}
