// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension JSONTape {
  /// Reads a text strictly, as ``JSONReader`` does, into a tape.
  ///
  /// Locals instead of properties and closures: the compiler keeps them in registers. The stack of open arrays and
  /// objects is in the tape itself: the entry of an open one has its parent in `next`.
  ///
  /// - Returns: nil where the text is no JSON or too deep, and `JSONReader` says why and where; or where there is no memory.
  static func read(_ text: UnsafePointer<UInt8>, count end: Int, maximumDepth: Int) -> JSONTape? {
    // One kibibyte at most, which stands on the stack.
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
        guard stop >= 0 else { break value }
        tape[count] = JSONTapeEntry(
          offset: start,
          length: stop - start,
          next: count + 1,
          kind: isEscaped ? .escapedString : .string
        )
        count += 1
        place = stop + 1
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = place
        let (stop, isInteger) = skipNumber(text, start, end)
        guard stop >= 0 else { break value }
        tape[count] = JSONTapeEntry(
          offset: start,
          length: stop - start,
          next: count + 1,
          kind: isInteger ? .integer : .fraction
        )
        count += 1
        place = stop
      case UInt8(ascii: "{"):
        guard depth < maximumDepth else { break value }
        depth += 1
        tape[count] = JSONTapeEntry(offset: place, length: 0, next: open, kind: .object)
        open = count
        insideObject = true
        count += 1
        place += 1
        skipWhitespace(text, &place, end)
        if place < end, text[place] == UInt8(ascii: "}") { break }
        guard readKey(text, &place, end, tape, &count, &seen, &hasOddKeys) else { break value }
        continue value
      case UInt8(ascii: "["):
        guard depth < maximumDepth else { break value }
        depth += 1
        tape[count] = JSONTapeEntry(offset: place, length: 0, next: open, kind: .array)
        open = count
        insideObject = false
        count += 1
        place += 1
        skipWhitespace(text, &place, end)
        if place < end, text[place] == UInt8(ascii: "]") { break }
        continue value
      case UInt8(ascii: "t"):
        guard hasWord(text, &place, end, "true") else { break value }
        tape[count] = JSONTapeEntry(offset: place - 4, length: 4, next: count + 1, kind: .true)
        count += 1
      case UInt8(ascii: "f"):
        guard hasWord(text, &place, end, "false") else { break value }
        tape[count] = JSONTapeEntry(offset: place - 5, length: 5, next: count + 1, kind: .false)
        count += 1
      case UInt8(ascii: "n"):
        guard hasWord(text, &place, end, "null") else { break value }
        tape[count] = JSONTapeEntry(offset: place - 4, length: 4, next: count + 1, kind: .null)
        count += 1
      default:
        break value
      }

      // Past commas and closing brackets to where the next value begins.
      while open >= 0 {
        skipWhitespace(text, &place, end)
        guard place < end else { break value }
        let byte = text[place]
        if byte == UInt8(ascii: ",") {
          // An empty array or object is left by its bracket alone.
          guard open < count - 1 else { break value }
          tape[open].length &+= 1
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
        let parent = Int(Int32(bitPattern: tape[open].next))
        let members = open == count - 1 ? 0 : Int(tape[open].length) + 1
        if insideObject {
          if members > scanLimit {
            tape[open].mark = UInt32(JSONTapeEntry.Kind.largeObject.rawValue)
          } else if members > 1 {
            duplicates.mark(in: tape, from: open + 1, count: members, text)
          }
        }
        if count + 3 > capacity {
          guard let larger = grow(tape, count, capacity, at: place, of: end) else { break value }
          (tape, capacity) = larger
        }
        tape[count] = JSONTapeEntry(offset: place, length: Int(JSONTapeEntry.dead), next: members, kind: .end)
        count += 1
        tape[open].length = UInt32(truncatingIfNeeded: insideObject ? open + 1 : members)
        tape[open].next = UInt32(truncatingIfNeeded: count)
        place += 1
        depth -= 1
        insideObject = parent >= 0 && tape[parent].isKind(.object)
        if insideObject { tape[open - 1].next = UInt32(truncatingIfNeeded: count) }
        open = parent
      }
      skipWhitespace(text, &place, end)
      guard place == end, seen & 0x8080_8080_8080_8080 == 0 || UTF8Check.isValid(text, end) else { break }
      // What is left over would be held beside all that is decoded.
      if capacity - count > max(1024, capacity / 8) { tape = resize(tape, to: count) ?? tape }
      return JSONTape(entries: tape, count: count, hasOddKeys: hasOddKeys)
    }
    free(tape)
    return nil
  }

  /// Makes room for the rest of the text, if that is like the part that was read, and a tenth more.
  private static func grow(
    _ tape: UnsafeMutablePointer<JSONTapeEntry>,
    _ count: Int,
    _ capacity: Int,
    at place: Int,
    of end: Int
  ) -> (UnsafeMutablePointer<JSONTapeEntry>, Int)? {
    let expected = Double(count) * Double(end) / Double(max(place, 1)) * 1.1
    // Never more than an entry for each byte, and two.
    let larger = max(capacity + capacity / 4, min(Int(expected), end)) + 16
    return resize(tape, to: larger).map { ($0, larger) }
  }

  /// By `realloc`, which moves a large tape without having it twice; nil where there is no memory, and the tape is as it was.
  private static func resize(
    _ tape: UnsafeMutablePointer<JSONTapeEntry>?,
    to capacity: Int
  ) -> UnsafeMutablePointer<JSONTapeEntry>? {
    realloc(tape, capacity * MemoryLayout<JSONTapeEntry>.stride)?.assumingMemoryBound(to: JSONTapeEntry.self)
  }
}
