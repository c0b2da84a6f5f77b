// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

extension JSONTape {
  /// Reads a text strictly, as ``JSONReader`` does, into a tape.
  ///
  /// It uses locals instead of properties and closures, since the compiler keeps them in registers. The stack of open
  /// arrays and objects is in the tape itself: the link of an open one has the place after its parent in `next`, and
  /// the number of commas so far in `detail`.
  ///
  /// - Returns: `nil` if the text is not JSON or too deep, for which `JSONReader` reports the reason and the place; if
  ///   a scalar or key is too long for an entry; or if there is no memory.
  static func read(_ text: UnsafePointer<UInt8>, count end: Int, maximumDepth: Int) -> JSONTape? {
    // At most one kibibyte, on the stack.
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: DuplicateKeys.slots) { seen in
      seen.initialize(repeating: 0)
      guard let slots = seen.baseAddress else { return nil }
      return read(text, end, maximumDepth, DuplicateKeys(slots: slots))
    }
  }

  private static func read(
    _ text: UnsafePointer<UInt8>,
    _ end: Int,
    _ maximumDepth: Int,
    _ duplicates: consuming DuplicateKeys
  ) -> JSONTape? {
    var capacity = end / 16 + 16
    guard var tape = resize(nil, to: capacity) else { return nil }
    var count = 0
    var place = end >= 3 && text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0
    var open = -1
    var insideObject = false
    var depth = 0
    var seen: UInt64 = 0
    var hasOddKeys = false

    value: while true {
      // A key, a value and an end need room at most until the next check.
      if count + 3 > capacity {
        guard let larger = grow(tape, count, capacity, at: place, of: end) else { break value }
        (tape, capacity) = larger
      }
      skipWhitespace(text, &place, end)
      guard place < end else { break }
      switch text[place] {
      case UInt8(ascii: "\""):
        let start = place + 1
        let (stop, isEscaped) = skipString(text, start, end, &seen)
        guard stop >= 0, stop - start <= JSONTapeEntry.maximumLength else { break value }
        tape[count] = JSONTapeEntry(offset: start, length: stop - start, kind: isEscaped ? .escapedString : .string)
        count += 1
        place = stop + 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = place
        let (stop, isInteger) = skipNumber(text, start, end)
        guard stop >= 0, stop - start <= JSONTapeEntry.maximumLength else { break value }
        tape[count] = JSONTapeEntry(offset: start, length: stop - start, kind: isInteger ? .integer : .fraction)
        count += 1
        place = stop
      case UInt8(ascii: "{"):
        guard depth < maximumDepth else { break value }
        depth += 1
        tape[count] = JSONTapeEntry(offset: place, length: 0, kind: .object)
        tape[count + 1] = JSONTapeEntry(next: open + 1, detail: 0)
        open = count
        insideObject = true
        count += 2
        place += 1
        skipWhitespace(text, &place, end)
        if place < end, text[place] == UInt8(ascii: "}") { break }
        guard readKey(text, &place, end, tape, &count, &seen, &hasOddKeys) else { break value }
        continue value
      case UInt8(ascii: "["):
        guard depth < maximumDepth else { break value }
        depth += 1
        tape[count] = JSONTapeEntry(offset: place, length: 0, kind: .array)
        tape[count + 1] = JSONTapeEntry(next: open + 1, detail: 0)
        open = count
        insideObject = false
        count += 2
        place += 1
        skipWhitespace(text, &place, end)
        if place < end, text[place] == UInt8(ascii: "]") { break }
        continue value
      case UInt8(ascii: "t"):
        guard hasWord(text, &place, end, "true") else { break value }
        tape[count] = JSONTapeEntry(offset: place - 4, length: 4, kind: .true)
        count += 1
      case UInt8(ascii: "f"):
        guard hasWord(text, &place, end, "false") else { break value }
        tape[count] = JSONTapeEntry(offset: place - 5, length: 5, kind: .false)
        count += 1
      case UInt8(ascii: "n"):
        guard hasWord(text, &place, end, "null") else { break value }
        tape[count] = JSONTapeEntry(offset: place - 4, length: 4, kind: .null)
        count += 1
      default:
        break value
      }

      // Skips commas and closing brackets up to the start of the next value.
      while open >= 0 {
        skipWhitespace(text, &place, end)
        guard place < end else { break value }
        let byte = text[place]
        if byte == UInt8(ascii: ",") {
          // An empty array or object is left by its bracket alone.
          guard open + 2 < count else { break value }
          tape[open + 1].detail &+= 1
          place += 1
          guard insideObject else { continue value }
          skipWhitespace(text, &place, end)
          if count + 3 > capacity {
            guard let larger = grow(tape, count, capacity, at: place, of: end) else { break value }
            (tape, capacity) = larger
          }
          guard readKey(text, &place, end, tape, &count, &seen, &hasOddKeys) else { break value }
          continue value
        }
        guard byte == (insideObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { break value }
        let parent = tape[open + 1].next - 1
        let members = open + 2 == count ? 0 : tape[open + 1].detail + 1
        if insideObject {
          if members > scanLimit {
            tape[open].become(.largeObject)
          } else if members > 1 {
            duplicates.mark(in: tape, from: open + 2, count: members, text, end)
          }
        }
        if count + 3 > capacity {
          guard let larger = grow(tape, count, capacity, at: place, of: end) else { break value }
          (tape, capacity) = larger
        }
        tape[count] = JSONTapeEntry(offset: place, length: insideObject ? members : 0, kind: .end)
        count += 1
        tape[open + 1] = JSONTapeEntry(next: count, detail: insideObject ? open + 2 : members)
        place += 1
        depth -= 1
        insideObject = parent >= 0 && tape[parent].isKind(.object)
        open = parent
      }
      skipWhitespace(text, &place, end)
      guard place == end, seen & 0x8080_8080_8080_8080 == 0 || UTF8Check.isValid(text, end) else { break }
      // Unused memory would be held while the values are decoded.
      if capacity - count > max(1024, capacity / 8) { tape = resize(tape, to: count) ?? tape }
      return JSONTape(entries: tape, count: count, hasOddKeys: hasOddKeys)
    }
    free(tape)
    return nil
  }

  /// Reserves memory for the rest of the text, assuming that it is like the part that was read, plus a tenth.
  private static func grow(
    _ tape: UnsafeMutablePointer<JSONTapeEntry>,
    _ count: Int,
    _ capacity: Int,
    at place: Int,
    of end: Int
  ) -> (UnsafeMutablePointer<JSONTapeEntry>, Int)? {
    let expected = Double(count) * Double(end) / Double(max(place, 1)) * 1.1
    // An entry for each byte is much.
    let larger = max(capacity + capacity / 4, min(Int(expected), end)) + 16
    return resize(tape, to: larger).map { ($0, larger) }
  }

  /// Grows the tape by `realloc`, which moves a large tape without a second copy; `nil` if there is no memory, and the
  /// tape is unchanged.
  private static func resize(
    _ tape: UnsafeMutablePointer<JSONTapeEntry>?,
    to capacity: Int
  ) -> UnsafeMutablePointer<JSONTapeEntry>? {
    realloc(tape, capacity * MemoryLayout<JSONTapeEntry>.stride)?.assumingMemoryBound(to: JSONTapeEntry.self)
  }
}
