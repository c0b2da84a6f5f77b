// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes chunks for the reader of a stream of the small pieces libcurl hands out.
///
/// A piece has 16 KiB at most, and each chunk costs its reader a waking. What has gathered is taken at the end of the
/// loop's turn, so no byte waits for another that has not come.
final class ChunkGatherer {
  private let pool: BlockPool
  /// The most bytes of a chunk.
  private let size: Int
  private var block: BlockPool.Block?
  private var count = 0

  /// A gatherer for a stream with such a window: of its chunks two fill it, so that one comes in while one is read.
  init(_ pool: BlockPool, window: Int) {
    self.pool = pool
    size = min(max(window / 2, 16 << 10), BlockPool.blockSize)
  }

  deinit {
    if let block { pool.give(block) }
  }

  /// Whether nothing has gathered.
  var isEmpty: Bool { count == 0 }

  /// Takes of the bytes what there is room for, off their front.
  ///
  /// - Returns: the chunk, once it is full.
  func add(_ bytes: inout UnsafeRawBufferPointer) -> Data? {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return nil }
    guard let block = block ?? pool.take() else {
      defer { bytes = UnsafeRawBufferPointer(rebasing: bytes[bytes.endIndex...]) }
      return Data(bytes)
    }
    self.block = block
    let length = min(size - count, bytes.count)
    block.memory.advanced(by: count).copyMemory(from: source, byteCount: length)
    count += length
    bytes = UnsafeRawBufferPointer(rebasing: bytes[length...])
    return count == size ? take() : nil
  }

  /// What has gathered; `nil` where nothing has.
  func take() -> Data? {
    guard let block, count > 0 else { return nil }
    defer { count = 0 }
    // A reader that keeps a small chunk is not to keep a large block.
    guard count >= BlockPool.blockSize / 2 else { return Data(bytes: block.memory, count: count) }
    self.block = nil
    return Data(bytesNoCopy: block.memory, count: count, deallocator: .custom { [pool] _, _ in pool.give(block) })
  }
}
