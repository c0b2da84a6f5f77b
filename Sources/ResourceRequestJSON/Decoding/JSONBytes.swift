// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Compares short stretches of bytes, as keys are.
enum JSONBytes {
  @inline(__always)
  static func areEqual(_ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let one = UnsafeRawPointer(one)
    let other = UnsafeRawPointer(other)
    if count >= 8 {
      var place = 0
      while place + 8 < count {
        guard load(one, place, as: UInt64.self) == load(other, place, as: UInt64.self) else { return false }
        place += 8
      }
      return load(one, count - 8, as: UInt64.self) == load(other, count - 8, as: UInt64.self)
    }
    if count >= 4 {
      return load(one, 0, as: UInt32.self) == load(other, 0, as: UInt32.self)
        && load(one, count - 4, as: UInt32.self) == load(other, count - 4, as: UInt32.self)
    }
    for place in 0..<count
    where load(one, place, as: UInt8.self) != load(other, place, as: UInt8.self) { return false }
    return true
  }

  @inline(__always)
  private static func load<Word: BitwiseCopyable>(_ base: UnsafeRawPointer, _ place: Int, as type: Word.Type) -> Word {
    base.loadUnaligned(fromByteOffset: place, as: type)
  }
}
