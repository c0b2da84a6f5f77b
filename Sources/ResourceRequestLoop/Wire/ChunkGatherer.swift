// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// Gathers libcurl's small pieces into chunks for the reader of a stream.
///
/// A piece has at most 16 KiB, and each chunk wakes its reader. The gathered bytes are passed on at the end of the
/// loop's turn, so that no byte waits for a later one.
package final class ChunkGatherer {
  private let pool: BlockPool
  /// The maximum size of a chunk.
  private let size: Int
  private var block: BlockPool.Block?
  private var count = 0

  /// Creates a gatherer for a window of two chunks, so that one is received while the other is read.
  package init(_ pool: BlockPool, window: Int) {
    self.pool = pool
    size = min(max(window / 2, 16 << 10), BlockPool.blockSize)
  }

  deinit {
    if let block { pool.give(block) }
  }

  /// Whether it is empty.
  package var isEmpty: Bool { count == 0 }

  /// Adds as many bytes as fit and removes them from the front of `bytes`.
  package func add(_ bytes: inout UnsafeRawBufferPointer) -> Data? {
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

  /// Returns the gathered bytes; `nil` if there are none.
  package func take() -> Data? {
    guard let block, count > 0 else { return nil }
    defer { count = 0 }
    // A reader that retains a small chunk must not retain a large block.
    guard count >= BlockPool.blockSize / 2 else { return Data(bytes: block.memory, count: count) }
    self.block = nil
    return Data(bytesNoCopy: block.memory, count: count, deallocator: .custom { [pool] _, _ in pool.give(block) })
  }
}
