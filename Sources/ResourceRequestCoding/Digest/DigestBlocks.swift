// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Splits a message into the blocks of a hash function, and pads the last one.
struct DigestBlocks {
  /// The size of a block: that of MD5 and SHA-256, or that of SHA-512.
  ///
  /// An eighth of it is the length's, at the end of the last block.
  enum Size: Int {
    case bytes64 = 64
    case bytes128 = 128
  }

  /// The byte order of the length, which is a count of bits.
  enum LengthOrder {
    case littleEndian
    case bigEndian
  }

  private let size: Int
  private var pending: [UInt8] = []
  private var count: UInt64 = 0

  init(of size: Size = .bytes64) {
    self.size = size.rawValue
  }

  /// Takes a piece of the message, and hands on each block that is full.
  package mutating func append(_ bytes: UnsafeRawBufferPointer, each body: (UnsafeRawBufferPointer) -> Void) {
    count &+= UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let piece = rest.prefix(size - pending.count)
      pending.append(contentsOf: piece)
      rest = rest.dropFirst(piece.count)
      guard pending.count == size else { return }
      pending.withUnsafeBytes(body)
      pending.removeAll(keepingCapacity: true)
    }
    while rest.count >= size {
      body(UnsafeRawBufferPointer(rebasing: rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    pending.append(contentsOf: rest)
  }

  /// Pads the message, and passes on its last one or two blocks.
  mutating func finish(_ order: LengthOrder, each body: (UnsafeRawBufferPointer) -> Void) {
    let bits = count &* 8
    var tail: [UInt8] = [0x80]
    // One byte is appended already; the length takes the last eighth of a block. More than 64 bits of it no message has.
    let room = size - size / 8 - 1
    tail.append(contentsOf: repeatElement(0, count: (room + size - pending.count) % size + size / 8 - 8))
    withUnsafeBytes(of: order == .littleEndian ? bits.littleEndian : bits.bigEndian) { tail.append(contentsOf: $0) }
    tail.withUnsafeBytes { append($0, each: body) }
  }
}
