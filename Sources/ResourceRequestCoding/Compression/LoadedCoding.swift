// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// A content coding of a system library, if that is installed, by its name in HTTP.
package enum LoadedCoding: String, Sendable, Hashable, CaseIterable {
  /// Brotli (RFC 7932).
  case br
  /// Zstandard (RFC 8878), with a window that every receiver has to take (RFC 9659).
  case zstd

  /// The efforts that can be named, which are the library's levels.
  ///
  /// Zstandard's above 19 are left out, since they need a window of more than 8 MB.
  package var levels: ClosedRange<Int> {
    self == .br ? 0...11 : 1...19
  }

  /// The level for bodies that are made and sent at once.
  var standardLevel: Int {
    self == .br ? 5 : 3
  }

  /// The longest body that is compressed at once, in bytes; a longer one would block its caller for a tenth of a
  /// second.
  func wholeLimit(at level: Int) -> Int {
    let isQuick = self == .br ? level <= 5 : level <= 6
    return isQuick ? 4 << 20 : 128 << 10
  }

  /// The most bytes that are decoded at once.
  static var pieceSize: Int { 64 << 10 }

  /// Whether the library that decodes it is there.
  var isDecodable: Bool {
    self == .br ? BrotliDecoder.Library.shared != nil : ZstdDecoder.Library.shared != nil
  }

  /// A decoder; `nil` without its library.
  func makeDecoder() -> (any LoadedDecoder)? {
    self == .br ? BrotliDecoder() : ZstdDecoder()
  }

  /// Whether the library that encodes it is there.
  package var isAvailable: Bool {
    self == .br ? BrotliEncoder.Library.shared != nil : ZstdEncoder.Library.shared != nil
  }

  /// An encoder.
  ///
  /// - Throws: ``CodingFault`` if the library is missing.
  func makeEncoder(level: Int) throws(CodingFault) -> any LoadedEncoder {
    try self == .br ? BrotliEncoder(level: level) : ZstdEncoder(level: level)
  }
}

/// Compresses a body in pieces, with a library.
protocol LoadedEncoder: AnyObject {
  /// Adds a piece, and returns the available output, which may be empty; at the end it returns the rest.
  ///
  /// - Throws: ``CodingFault`` if the library has no memory.
  func encode(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(CodingFault) -> [UInt8]
}

/// Decodes a body in pieces, with a library.
protocol LoadedDecoder: AnyObject {
  /// Whether the body may end here: it has ended, or has not begun.
  var mayEnd: Bool { get }

  /// Decodes input, of which it takes what it has used.
  ///
  /// - Returns: at most ``LoadedCoding/pieceSize`` bytes of output; `nil` if there is none now, although input may be left.
  /// - Throws: ``DeflateFault`` if the body does not match its coding.
  func decode(_ input: inout UnsafeRawBufferPointer) throws(DeflateFault) -> Data?
}

/// Why a body cannot be compressed.
package enum CodingFault: Error, Hashable, CustomStringConvertible {
  case missing(LoadedCoding)
  case failed(LoadedCoding)

  /// What is wrong, and the remedy.
  package var description: String {
    switch self {
    case .missing(let coding):
      let (library, package) =
        coding == .br ? ("libbrotlienc.so.1", "libbrotli1, brotli-libs") : ("libzstd.so.1", "libzstd1, zstd-libs")
      return
        "compressing as \(coding.rawValue) needs \(library), which is not on this system; install it (packages such as "
        + "\(package)), or compress as gzip"
    case .failed(let coding): return "the library for \(coding.rawValue) failed, for want of memory"
    }
  }
}
