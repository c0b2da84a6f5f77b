// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Blocks of memory through which streams come in, used again and again.
///
/// Memory that is asked for and given back with every chunk is memory the kernel clears with every chunk.
final class BlockPool: Sendable {
  /// A block; whoever has it has it alone.
  struct Block: Sendable {
    nonisolated(unsafe) let memory: UnsafeMutableRawPointer
  }

  /// As much as libcurl reads at once of a stream.
  static let blockSize = 256 << 10
  /// What is kept while nobody uses it: about what one stream has in flight.
  static let mostKept = 8

  private let idle = Lock<[Block]>([])

  deinit {
    for block in idle.withLock(\.self) { free(block.memory) }
  }

  /// A block, or `nil` where there is no memory for one.
  func take() -> Block? {
    idle.withLock { $0.popLast() } ?? malloc(BlockPool.blockSize).map { Block(memory: $0) }
  }

  /// Takes a block back.
  func give(_ block: Block) {
    let isKept = idle.withLock { idle in
      guard idle.count < BlockPool.mostKept else { return false }
      idle.append(block)
      return true
    }
    if !isKept { free(block.memory) }
  }
}
