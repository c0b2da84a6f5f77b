// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Cuts a message into the blocks of 64 bytes that MD5 and SHA-256 work on, and pads the last one.
struct DigestBlocks {
  /// Where the length, a count of bits in 64 bits, has its most significant byte.
  enum LengthOrder {
    case littleEndian
    case bigEndian
  }

  static let size = 64

  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  /// Takes a piece of the message, and hands on each block that is full.
  mutating func append(_ bytes: UnsafeRawBufferPointer, each body: (UnsafeRawBufferPointer) -> Void) {
    count &+= UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let piece = rest.prefix(Self.size - pending.count)
      pending.append(contentsOf: piece)
      rest = rest.dropFirst(piece.count)
      guard pending.count == Self.size else { return }
      pending.withUnsafeBytes(body)
      pending.removeAll(keepingCapacity: true)
    }
    while rest.count >= Self.size {
      body(UnsafeRawBufferPointer(rebasing: rest.prefix(Self.size)))
      rest = rest.dropFirst(Self.size)
    }
    pending.append(contentsOf: rest)
  }

  /// Pads the message, and hands on its last one or two blocks.
  mutating func finish(_ order: LengthOrder, each body: (UnsafeRawBufferPointer) -> Void) {
    let bits = count &* 8
    var tail: [UInt8] = [0x80]
    // One byte is appended already; the length takes the last eight of a block.
    tail.append(contentsOf: repeatElement(0, count: (119 - pending.count) % Self.size))
    withUnsafeBytes(of: order == .littleEndian ? bits.littleEndian : bits.bigEndian) { tail.append(contentsOf: $0) }
    tail.withUnsafeBytes { append($0, each: body) }
  }
}
