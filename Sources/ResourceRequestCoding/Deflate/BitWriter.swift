// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Writes bits to bytes, the lowest bit first (RFC 1951 §3.1.1).
///
/// Space is reserved before unchecked writes: ``reserve(bits:)`` before ``write(_:_:)``.
struct BitWriter: ~Copyable {
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = 0
  private var bits: UInt64 = 0
  private var bitCount = 0

  init(capacity: Int) {
    self.capacity = max(64, capacity)
    memory = .allocate(byteCount: self.capacity, alignment: 8)
  }

  deinit {
    memory.deallocate()
  }

  /// Reserves space for bits and for the bytes after them that a write may touch.
  mutating func reserve(bits: Int) {
    let needed = count + (bits + 7) / 8 + 24
    guard needed > capacity else { return }
    let larger = max(needed, capacity * 2)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
    moved.copyMemory(from: memory, byteCount: count)
    memory.deallocate()
    memory = moved
    capacity = larger
  }

  /// Writes at most 56 bits into reserved space.
  @inline(__always)
  mutating func write(_ value: UInt64, _ length: Int) {
    bits |= value &<< UInt64(bitCount)
    bitCount &+= length
    memory.storeBytes(of: bits.littleEndian, toByteOffset: count, as: UInt64.self)
    let whole = bitCount &>> 3
    count &+= whole
    bits = whole == 8 ? 0 : bits &>> UInt64(whole &* 8)
    bitCount &= 7
  }

  /// The number of bits to the next whole byte.
  var bitsToByte: Int { (8 - bitCount) & 7 }

  /// Completes the current byte with zeros.
  mutating func align() {
    write(0, bitsToByte)
  }

  /// Writes whole bytes into reserved space, after whole bytes.
  mutating func write(_ bytes: UnsafeRawBufferPointer) {
    if let start = bytes.baseAddress { (memory + count).copyMemory(from: start, byteCount: bytes.count) }
    count += bytes.count
  }

  /// Returns and removes the complete bytes.
  mutating func take() -> Data {
    defer { count = 0 }
    return Data(bytes: memory, count: count)
  }
}
