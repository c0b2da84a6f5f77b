// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Compresses a body in pieces by one of HTTP's content codings (RFC 9110 §8.4.1).
struct BodyEncoder: ~Copyable {
  /// The frame around the compressed bytes, with its check value.
  private enum Frame {
    /// RFC 1952.
    case gzip(CRC32, length: UInt32)
    /// RFC 1950.
    case zlib(Adler32)
  }

  private var deflate: DeflateEncoder
  private var frame: Frame
  private var isBegun = false

  init(_ coding: ContentCoding, outputCapacity: Int = 32 << 10) {
    deflate = DeflateEncoder(outputCapacity: outputCapacity)
    switch coding {
    case .gzip: frame = .gzip(.gzip, length: 0)
    case .deflate: frame = .zlib(Adler32())
    }
  }

  /// Compresses a whole body.
  static func encode(_ body: Data, as coding: ContentCoding) -> Data {
    var encoder = BodyEncoder(coding, outputCapacity: body.count / 2)
    var encoded = encoder.encode(body)
    encoded.append(encoder.finish())
    return encoded
  }

  /// Compresses a piece and returns the output so far, which may be empty.
  mutating func encode(_ piece: Data) -> Data {
    piece.withUnsafeBytes { bytes in
      deflate.append(bytes)
      switch frame {
      case .gzip(var check, let length):
        check.update(bytes)
        frame = .gzip(check, length: length &+ UInt32(truncatingIfNeeded: bytes.count))
      case .zlib(var check):
        check.update(bytes)
        frame = .zlib(check)
      }
    }
    return begun(deflate.takeOutput())
  }

  /// Ends the body and returns the rest.
  mutating func finish() -> Data {
    deflate.finish()
    var rest = begun(deflate.takeOutput())
    switch frame {
    case .gzip(let check, let length):
      withUnsafeBytes(of: check.value.littleEndian) { rest.append(contentsOf: $0) }
      withUnsafeBytes(of: length.littleEndian) { rest.append(contentsOf: $0) }
    case .zlib(let check):
      withUnsafeBytes(of: check.value.bigEndian) { rest.append(contentsOf: $0) }
    }
    return rest
  }

  /// Prepends the frame's header if it is not written yet.
  private mutating func begun(_ bytes: Data) -> Data {
    guard !isBegun else { return bytes }
    isBegun = true
    return head + bytes
  }

  private var head: Data {
    switch frame {
    // No name, no time, unknown system.
    case .gzip: Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])
    // A window of 32 KiB, the usual effort.
    case .zlib: Data([0x78, 0x9C])
    }
  }
}
