// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

@testable import ResourceRequestLoop

@Suite(.onOwnThreads)
struct ChunkGathererTests {
  private static let content = SeededGenerator.bytes(1_000_003)

  @Test(arguments: [1, 16 << 10, (16 << 10) + 1, 128 << 10, 300_000], [1, 50_000, 256 << 10, 1 << 20])
  func `pieces of any size come out in order, in chunks that two fill the window of`(piece: Int, window: Int) {
    let gatherer = ChunkGatherer(BlockPool(), window: window)
    var chunks: [Data] = []
    var rest = Self.content.prefix(piece == 1 ? 70_000 : .max)
    let expected = rest
    while !rest.isEmpty {
      rest.prefix(piece).withUnsafeBytes { bytes in
        var left = bytes
        while !left.isEmpty {
          if let chunk = gatherer.add(&left) { chunks.append(chunk) }
        }
      }
      rest = rest.dropFirst(piece)
    }
    // Every chunk handed over before the end of a turn is full.
    let full = max(window / 2, 16 << 10)
    #expect(chunks.allSatisfy { $0.count == min(full, BlockPool.blockSize) })
    if let last = gatherer.take() { chunks.append(last) }
    #expect(gatherer.isEmpty)
    #expect(gatherer.take() == nil)
    // Not byte by byte, by `joined`: under ThreadSanitizer each byte waits for a lock of the runtime's.
    #expect(chunks.reduce(into: Data()) { $0.append($1) } == expected)
  }

  @Test func `a chunk keeps its bytes while the next ones gather, and its block is used again after it`() throws {
    let pool = BlockPool()
    let gatherer = ChunkGatherer(pool, window: .max)
    let size = BlockPool.blockSize
    var first = fill(gatherer, with: 1, count: size)
    let place = first?.withUnsafeBytes { $0.baseAddress }
    let second = try #require(fill(gatherer, with: 2, count: size))
    #expect(first == Data(repeating: 1, count: size))
    first = nil
    let third = try #require(fill(gatherer, with: 3, count: size))
    #expect(third.withUnsafeBytes { $0.baseAddress } == place)
    #expect(second == Data(repeating: 2, count: size))
    #expect(third == Data(repeating: 3, count: size))
  }

  @Test func `a small chunk leaves its block where it is`() throws {
    let gatherer = ChunkGatherer(BlockPool(), window: .max)
    #expect(fill(gatherer, with: 1, count: 100) == nil)
    let small = try #require(gatherer.take())
    #expect(fill(gatherer, with: 2, count: 100) == nil)
    #expect(small == Data(repeating: 1, count: 100))
    #expect(gatherer.take() == Data(repeating: 2, count: 100))
  }

  private func fill(_ gatherer: ChunkGatherer, with byte: UInt8, count: Int) -> Data? {
    Data(repeating: byte, count: count).withUnsafeBytes { bytes in
      var rest = bytes
      return gatherer.add(&rest)
    }
  }
}
