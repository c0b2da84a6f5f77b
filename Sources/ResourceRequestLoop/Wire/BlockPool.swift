// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// A pool of memory blocks for receiving streams.
///
/// Memory allocated and freed with every chunk would be cleared by the kernel with every chunk.
package final class BlockPool: Sendable {
  /// A block with exclusive ownership.
  package struct Block: Sendable {
    package nonisolated(unsafe) let memory: UnsafeMutableRawPointer
  }

  /// The size that libcurl reads of a stream at once.
  package static let blockSize = 256 << 10
  /// The maximum number of unused blocks: about the window of one stream.
  package static let mostKept = 8

  private let idle = Lock<[Block]>([])

  package init() {}

  deinit {
    for block in idle.withLock(\.self) { free(block.memory) }
  }

  /// Takes a block; `nil` if there is no memory.
  package func take() -> Block? {
    idle.withLock { $0.popLast() } ?? malloc(BlockPool.blockSize).map { Block(memory: $0) }
  }

  /// Returns a block.
  package func give(_ block: Block) {
    let isKept = idle.withLock { idle in
      guard idle.count < BlockPool.mostKept else { return false }
      idle.append(block)
      return true
    }
    if !isKept { free(block.memory) }
  }
}
