// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Compresses at native speed, with the zlib that libcurl depends on.
public enum FastGzip {
  /// Whether this machine has zlib.
  public static let isPossible = (try? Library.of("libz.so.1")) != nil

  /// Compresses bytes to one gzip member (RFC 1952).
  public static func member(_ bytes: ArraySlice<UInt8>) throws -> [UInt8] {
    let library = try Library.of("libz.so.1")
    let bound: @convention(c) (UInt) -> UInt = try library.function("compressBound")
    typealias Compress =
      @convention(c) (
        UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>?, UInt, Int32
      ) -> Int32
    let compress: Compress = try library.function("compress2")
    let check: @convention(c) (UInt, UnsafePointer<UInt8>?, UInt32) -> UInt = try library.function("crc32")
    return bytes.withUnsafeBufferPointer { source in
      var count = bound(UInt(source.count))
      let stream = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, initialized in
        _ = compress(buffer.baseAddress, &count, source.baseAddress, UInt(source.count), 1)
        initialized = Int(count)
      }
      // zlib wraps DEFLATE in a header of two bytes and a trailer of four.
      var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + stream.dropFirst(2).dropLast(4)
      for number in [
        UInt32(truncatingIfNeeded: check(0, source.baseAddress, UInt32(source.count))), UInt32(source.count),
      ] {
        member += withUnsafeBytes(of: number.littleEndian) { Array($0) }
      }
      return member
    }
  }
}
