// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestSyntax
import Synchronization

extension JSONDocument {
  /// The entry of a member's value; -1 if an object of up to ``JSONTape/scanLimit`` members has no member of that name.
  ///
  /// Types mostly ask for keys in the order of the text, so the search begins after the last hit, and then covers all
  /// members from the start.
  @inline(__always)
  func find(_ name: String, in object: Int) -> Int {
    var name = name
    let found = name.withUTF8 { bytes in
      guard bytes.count <= JSONTapeEntry.maximumLength else { return -1 }
      // Of an empty name no byte is compared.
      let base = bytes.baseAddress ?? text
      let tag = JSONTapeEntry.tag(bytes.count, .key)
      let expected = cursor(of: object)
      if entries[expected].tag == tag, isSame(expected, base, bytes.count) {
        moveCursor(of: object, to: entries.place(afterMemberAt: expected))
        return expected + 1
      }
      return scan(base, bytes.count, in: object)
    }
    return found < 0 && hasOddKeys ? findOdd(name, in: object) : found
  }

  private func scan(_ name: UnsafePointer<UInt8>, _ count: Int, in object: Int) -> Int {
    let tag = JSONTapeEntry.tag(count, .key)
    var key = object + 2
    while !entries[key].isKind(.end) {
      if entries[key].tag == tag, isSame(key, name, count) {
        moveCursor(of: object, to: entries.place(afterMemberAt: key))
        return key + 1
      }
      key = entries.place(afterMemberAt: key)
    }
    return -1
  }

  /// Compares a key of the same length.
  @inline(__always)
  private func isSame(_ key: Int, _ name: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    JSONBytes.areEqual(text + Int(entries[key].offset), name, count)
  }

  /// Looks among keys that are written with escapes, then among those that mean the same characters in other bytes.
  private func findOdd(_ name: String, in object: Int) -> Int {
    var equivalent = -1
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    for key in keys(of: object) where !isASCII || entries[key].isKind(.escapedKey) {
      let text = JSONStringText.key(entries[key], text)
      if text.hasSameBytes(as: name) { return key + 1 }
      // As Foundation's decoder, which has the keys in a Dictionary.
      if !isASCII, equivalent < 0, text == name { equivalent = key + 1 }  // Characters: see above.
    }
    return equivalent
  }

  /// The keys of an object, without those that later ones replace.
  func keys(of object: Int) -> some Sequence<Int> {
    sequence(state: object + 2) { [self] key -> Int? in
      while !entries[key].isKind(.end) {
        let current = key
        key = entries.place(afterMemberAt: key)
        if !entries[current].isKind(.deadKey) { return current }
      }
      return nil
    }
  }

  /// The entry where the next key of an object is expected.
  ///
  /// An atomic word: a thread that reads what another thread has written gets a key of the object, or its end.
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
    // An atomic word has the layout of the word; once the tape is shared, this one is used only atomically.
    (UnsafeMutableRawPointer(entries + object + 1) + 4).assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}

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

/// The members of an object by name, for large objects and for converted keys.
final class JSONKeyIndex {
  private var places: [ExactText: Int] = [:]
  private var hasOddKeys = false

  init(_ document: JSONDocument, _ object: Int) {
    document.keepKeys(of: object, areKept: false)
    let path = document.converterPath(to: object)
    for key in document.keys(of: object) {
      let name = document.name(of: key, at: path)
      if !hasOddKeys { hasOddKeys = !name.utf8.allSatisfy { $0 < 0x80 } }
      // The last value of a repeated key counts.
      places[ExactText(name)] = key + 1
    }
  }

  /// The entry of a value; -1 if there is none.
  func find(_ name: String) -> Int {
    if let place = places[ExactText(name)] { return place }
    guard hasOddKeys, !name.utf8.allSatisfy({ $0 < 0x80 }) else { return -1 }
    // As Foundation's decoder, which has the keys in a Dictionary.
    return places.first { $0.key.text == name }?.value ?? -1  // Characters: see above.
  }

  /// The names, each once, in the order of the text: the paths of values that are read in turn are found step by step.
  var names: [String] { places.sorted { $0.value < $1.value }.map(\.key.text) }
}
