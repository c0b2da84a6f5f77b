// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

extension JSONDocument {
  /// The value of a member; -1 where an object of up to ``JSONTape/scanLimit`` members has none of that name.
  ///
  /// Types mostly ask for keys in the order of the text, so the place after the last hit is looked at first; then
  /// all members from the start.
  @inline(__always)
  func find(_ name: String, in object: Int) -> Int {
    var name = name
    let found = name.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return findEmpty(in: object) }
      let length = UInt32(truncatingIfNeeded: bytes.count)
      let expected = cursor(of: object)
      if entries[expected].length == length, isSame(expected, base, bytes.count) {
        moveCursor(of: object, to: Int(entries[expected].next))
        return expected + 1
      }
      return scan(base, bytes.count, in: object)
    }
    return found < 0 && hasOddKeys ? findOdd(name, in: object) : found
  }

  private func scan(_ name: UnsafePointer<UInt8>, _ count: Int, in object: Int) -> Int {
    let length = UInt32(truncatingIfNeeded: count)
    var key = object + 1
    while true {
      let entry = entries[key]
      if entry.length == length, isSame(key, name, count) {
        moveCursor(of: object, to: Int(entry.next))
        return key + 1
      }
      if entry.isKind(.end) { return -1 }
      key = Int(entry.next)
    }
  }

  /// Compares a key of the same length; a text as long as ``JSONTapeEntry/dead`` says cannot be.
  @inline(__always)
  private func isSame(_ key: Int, _ name: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    JSONBytes.areEqual(text + Int(entries[key].offset), name, count)
  }

  private func findEmpty(in object: Int) -> Int {
    var key = object + 1
    while !entries[key].isKind(.end) {
      if entries[key].length == 0 { return key + 1 }
      key = Int(entries[key].next)
    }
    return -1
  }

  /// Looks among keys that are written with escapes, then among those that mean the same characters in other bytes.
  private func findOdd(_ name: String, in object: Int) -> Int {
    var equivalent = -1
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    for key in keys(of: object) where !isASCII || entries[key].isEscapedKey {
      let text = JSONStringText.key(entries[key], text)
      if text.hasSameBytes(as: name) { return key + 1 }
      // As Foundation's decoder, which has the keys in a Dictionary.
      if !isASCII, equivalent < 0, text == name { equivalent = key + 1 }  // Characters: see above.
    }
    return equivalent
  }

  /// The keys of an object, without those that later ones replace.
  func keys(of object: Int) -> some Sequence<Int> {
    sequence(state: object + 1) { [self] key -> Int? in
      while !entries[key].isKind(.end) {
        let current = key
        key = Int(entries[key].next)
        if !entries[current].isDead { return current }
      }
      return nil
    }
  }

  /// Where the next key of an object is expected.
  ///
  /// An atomic word: whoever reads what another thread has written gets a key of the object, or its end.
  @inline(__always)
  private func cursor(of object: Int) -> Int {
    Int(cursorWord(of: object).pointee.load(ordering: .relaxed))
  }

  @inline(__always)
  private func moveCursor(of object: Int, to key: Int) {
    cursorWord(of: object).pointee.store(UInt32(truncatingIfNeeded: key), ordering: .relaxed)
  }

  @inline(__always)
  private func cursorWord(of object: Int) -> UnsafeMutablePointer<Atomic<UInt32>> {
    // An atomic word is laid out like the word; from the time the tape is shared, this one is used as such only.
    (UnsafeMutableRawPointer(entries + object) + 4).assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}
