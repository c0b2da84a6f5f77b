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
  @usableFromInline package static let standardThreshold = 1 << 10

  /// The coding; `nil` for none.
  let coding: BodyCoding?
  let threshold: Int

  /// Sends bodies uncompressed.
  public static let never = RequestCompression(coding: nil, threshold: standardThreshold)

  /// Compresses bodies above 1 KiB, and bodies of unknown length, as gzip (RFC 1952).
  public static let gzip = RequestCompression.gzip(above: standardThreshold)

  /// Compresses bodies above 1 KiB, and bodies of unknown length, as HTTP's `deflate`, which is the zlib format (RFC
  /// 1950).
  public static let deflate = RequestCompression.deflate(above: standardThreshold)

  /// Compresses bodies above 1 KiB, and bodies of unknown length, as Zstandard (RFC 8878), by libzstd.
  ///
  /// The library is loaded while the program runs. Where the system does not have it, a request whose body is to be
  /// compressed fails with `unsupported`; see ``availableCodings``.
  public static let zstd = RequestCompression.zstd(above: standardThreshold)

  /// Compresses bodies above 1 KiB, and bodies of unknown length, as Brotli (RFC 7932), by libbrotlienc.
  ///
  /// The library is loaded while the program runs. Where the system does not have it, a request whose body is to be
  /// compressed fails with `unsupported`; see ``availableCodings``.
  public static let brotli = RequestCompression.brotli(above: standardThreshold)

  /// Compresses bodies above a size, and bodies of unknown length, as gzip (RFC 1952).
  public static func gzip(above bytes: Int) -> RequestCompression {
    RequestCompression(coding: .gzip, threshold: max(0, bytes))
  }

  /// Compresses bodies above a size, and bodies of unknown length, as HTTP's `deflate` (RFC 1950).
  public static func deflate(above bytes: Int) -> RequestCompression {
    RequestCompression(coding: .deflate, threshold: max(0, bytes))
  }

  /// Compresses bodies above a size, and bodies of unknown length, as Zstandard (RFC 8878), by libzstd.
  ///
  /// - Parameters:
  ///   - bytes: the size.
  ///   - level: the effort, 1 to 19; another number is the nearest of these. Higher levels need a window that receivers
  ///     may refuse (RFC 9659).
  /// - Returns: the rule.
  public static func zstd(above bytes: Int = standardThreshold, level: Int = 3) -> RequestCompression {
    RequestCompression(.zstd, above: bytes, level)
  }

  /// Compresses bodies above a size, and bodies of unknown length, as Brotli (RFC 7932), by libbrotlienc.
  ///
  /// - Parameters:
  ///   - bytes: the size.
  ///   - level: the effort, 0 to 11; another number is the nearest of these. Levels above 9 suit content that is
  ///     compressed once and sent often.
  /// - Returns: the rule.
  public static func brotli(above bytes: Int = standardThreshold, level: Int = 5) -> RequestCompression {
    RequestCompression(.br, above: bytes, level)
  }

  private init(_ coding: LoadedCoding, above bytes: Int, _ level: Int) {
    let level = min(max(level, coding.levels.lowerBound), coding.levels.upperBound)
    self.init(coding: .loaded(coding, level: level), threshold: max(0, bytes))
  }

  init(coding: BodyCoding?, threshold: Int) {
    self.coding = coding
    self.threshold = threshold
  }

  /// The content codings available for request bodies: gzip, deflate, and br and zstd if their libraries are there.
  public static var availableCodings: [String] {
    ContentCoding.allCases.map(\.rawValue) + LoadedCoding.allCases.filter(\.isAvailable).map(\.rawValue)
  }
}
