// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCoding
import ResourceRequestPlatform

/// An entry as the server keeps it: compressed from a size on, where that makes it smaller.
///
/// Pure.
enum PackedEntry {
  /// What is shorter is kept as it is, in bytes: the time would cost more than the bytes.
  static let least = 4 << 10
  /// How an entry begins that is compressed (RFC 1952 §2.3.1); others begin with a mark of their own.
  private static let gzip: [UInt8] = [0x1F, 0x8B]

  /// Packs an entry.
  static func pack(_ entry: Data) -> Data {
    guard entry.count >= least, let packed = try? BodyCompressor.encode(entry, as: .gzip) else { return entry }
    return packed.count < entry.count / 10 * 9 ? packed : entry
  }

  /// Unpacks an entry of so many bytes at most; `nil` if it is damaged, or longer.
  static func unpack(_ bytes: Data, limit: Int) -> Data? {
    guard bytes.starts(with: gzip) else { return bytes }
    // A byte of DEFLATE makes 1,032 at most.
    guard let decoder = ContentDecoder(["gzip"], expansionLimit: 1_100) else { return nil }
    decoder.put(bytes)
    var entry = Data()
    do {
      while let piece = try decoder.next() {
        guard entry.count + piece.count <= limit else { return nil }
        entry.append(piece)
      }
      try decoder.finish()
    } catch {
      return nil
    }
    return entry
  }
}
