// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Compresses a text in pieces (RFC 1951), in half a megabyte of memory.
///
/// The output does not depend on how the text was cut.
struct DeflateEncoder: ~Copyable {
  private static let capacity = 4 * MatchTable.reach
  /// A step is chosen once the longest match and the hash after it are available.
  private static let lookahead = MatchTable.longest + MatchTable.shortest
  /// A match of this length is not compared with the one that begins a byte later.
  private static let lazy = 32

  /// Words are read whose last bytes are beyond the end and do not count.
  private static let margin = 8

  private let window: UnsafeMutablePointer<UInt8>
  private let table = MatchTable()
  private var block = DeflateBlock()
  private var output: BitWriter

  /// The place of the window's first byte in the text, modulo 2³².
  private var origin: UInt32 = 0
  /// The position of the next byte, the fill level of the window, and the start of the block, which may be before the
  /// window.
  private var position = 0
  private var end = 0
  private var blockStart = 0
  /// Whether the byte before `position` is held back, in case a better match begins after it.
  private var waits = false
  private var waiting = (length: 0, distance: 0)

  /// - Parameter outputCapacity: the expected size of the output of one call.
  init(outputCapacity: Int = 32 << 10) {
    output = BitWriter(capacity: outputCapacity)
    window = .allocate(capacity: DeflateEncoder.capacity + DeflateEncoder.margin)
  }

  deinit {
    window.deallocate()
  }

  /// Takes a piece of the text.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      if end == DeflateEncoder.capacity { slide() }
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(DeflateEncoder.capacity - end))
      UnsafeMutableRawBufferPointer(start: window + end, count: piece.count).copyMemory(from: piece)
      end += piece.count
      (window + end).update(repeating: 0, count: DeflateEncoder.margin)
      rest = rest.dropFirst(piece.count)
      advance(to: end - DeflateEncoder.lookahead)
    }
  }

  /// Ends the text.
  mutating func finish() {
    advance(to: end)
    if waits { block.append(DeflateToken(literal: window[position - 1])) }
    waits = false
    writeBlock(isLast: true)
    output.reserve(bits: 0)
    output.align()
  }

  /// Takes the available output.
  mutating func takeOutput() -> Data {
    output.take()
  }

  /// Drops bytes that are too far back, so that there is room at the end.
  private mutating func slide() {
    // One byte more than the reach: the one held back.
    let dropped = position - MatchTable.reach - 1
    guard dropped > 0 else { return }
    window.update(from: window + dropped, count: end - dropped)
    origin &+= UInt32(dropped)
    position -= dropped
    end -= dropped
    blockStart -= dropped
  }

  /// Decides on the bytes up to a place, which has to be the end of the text or as far before it as is looked ahead.
  private mutating func advance(to limit: Int) {
    var position = position
    let hashable = end - MatchTable.shortest
    while position < limit {
      var found = (length: 0, distance: 0)
      if position <= hashable {
        let place = origin &+ UInt32(truncatingIfNeeded: position)
        let before = table.note(place, window + position)
        if waiting.length < DeflateEncoder.lazy {
          found = table.match(
            at: place,
            window + position,
            before: before,
            behind: position,
            available: end &- position,
            beating: waiting.length
          )
        }
      }
      if waiting.length > 0, found.length <= waiting.length {
        block.append(DeflateToken(length: waiting.length, distance: waiting.distance))
        let next = position &- 1 &+ waiting.length
        while position &+ 1 < next {
          position &+= 1
          if position <= hashable {
            _ = table.note(origin &+ UInt32(truncatingIfNeeded: position), window + position)
          }
        }
        position = next
        waiting = (0, 0)
        waits = false
      } else {
        if waits { block.append(DeflateToken(literal: window[position &- 1])) }
        waits = true
        waiting = found
        position &+= 1
      }
      if block.isFull {
        self.position = position
        writeBlock(isLast: false)
      }
    }
    self.position = position
  }

  private mutating func writeBlock(isLast: Bool) {
    let blockEnd = waits ? position - 1 : position
    let count = blockEnd - blockStart
    // More than the reach may have left the window.
    let plain = count <= MatchTable.reach ? UnsafeRawBufferPointer(start: window + blockStart, count: count) : nil
    block.write(plain: plain, isLast: isLast, to: &output)
    blockStart = blockEnd
  }
}
