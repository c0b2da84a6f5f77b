// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Writes a ``JSON`` value as text.
///
/// It cannot fail: a value cannot contain numbers without a JSON text. It owns raw memory that grows by doubling.
struct JSONWriter: ~Copyable {
  private var base: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var count = 0
  private let isPretty: Bool
  private let sortsKeys: Bool

  init(options: JSON.WritingOptions) {
    capacity = 256
    base = .allocate(capacity: capacity)
    isPretty = options.contains(.pretty)
    sortsKeys = options.contains(.sortedKeys)
  }

  deinit {
    base.deallocate()
  }

  /// Lends the written text.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: base, count: count))
  }

  mutating func write(_ value: JSON, depth: Int = 0) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .number(let number): write(number)
    case .string(let text): write(text)
    case .array(let elements): write(elements, depth: depth)
    case .object(let object): write(object, depth: depth)
    }
  }

  private mutating func write(_ elements: [JSON], depth: Int) {
    append(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      if isPretty { breakLine(depth: depth + 1) }
      write(element, depth: depth + 1)
    }
    if isPretty, !isFirst { breakLine(depth: depth) }
    append(UInt8(ascii: "]"))
  }

  private mutating func write(_ object: JSON.Object, depth: Int) {
    append(UInt8(ascii: "{"))
    var isFirst = true
    for member in sortsKeys ? object.members.sorted(by: Self.precedes) : object.members {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      if isPretty { breakLine(depth: depth + 1) }
      write(member.key)
      append(UInt8(ascii: ":"))
      if isPretty { append(UInt8(ascii: " ")) }
      write(member.value, depth: depth + 1)
    }
    if isPretty, !isFirst { breakLine(depth: depth) }
    append(UInt8(ascii: "}"))
  }

  private static func precedes(_ left: JSON.Object.Element, _ right: JSON.Object.Element) -> Bool {
    left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
  }

  private mutating func write(_ number: JSON.Number) {
    guard case .integer(let value) = number.storage else { return append(number.description) }
    reserve(20)
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    var length = 1
    var bound: UInt64 = 10
    while length < 19, rest >= bound {
      length += 1
      bound &*= 10
    }
    var place = count + length
    count = place
    repeat {
      place -= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      base[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    } while rest > 0
  }

  /// Writes a string with the escapes that RFC 8259 §7 requires and no others.
  private mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      reserve(bytes.count + 2)
      append(UInt8(ascii: "\""))
      if let start = bytes.baseAddress {
        var place = 0
        while true {
          let run = JSONStringRun(in: start, from: place, to: bytes.count)
          append(start + place, count: run.end - place)
          guard run.end < bytes.count else { break }
          writeEscape(of: bytes[run.end])
          place = run.end + 1
        }
      }
      append(UInt8(ascii: "\""))
    }
  }

  private mutating func writeEscape(of byte: UInt8) {
    reserve(JSONEscape.longest)
    count += JSONEscape.write(byte, to: base + count)
  }

  private mutating func breakLine(depth: Int) {
    reserve(1 + depth * 2)
    append(UInt8(ascii: "\n"))
    (base + count).update(repeating: UInt8(ascii: " "), count: depth * 2)
    count += depth * 2
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      if let start = bytes.baseAddress { append(start, count: bytes.count) }
    }
  }

  @inline(__always)
  private mutating func append(_ source: UnsafePointer<UInt8>, count added: Int) {
    reserve(added)
    (base + count).update(from: source, count: added)
    count += added
  }

  @inline(__always)
  private mutating func reserve(_ added: Int) {
    if capacity - count < added { grow(by: added) }
  }

  private mutating func grow(by added: Int) {
    capacity = max(capacity * 2, count + added)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }
}

/// The escapes that RFC 8259 §7 requires: of the quote, the backslash and control characters.
enum JSONEscape {
  /// The maximum length of an escape, in bytes.
  static let longest = 6

  /// Writes the escape of a byte.
  ///
  /// - Parameters:
  ///   - byte: what is escaped.
  ///   - place: memory with room for ``longest`` bytes.
  /// - Returns: the number of bytes written.
  static func write(_ byte: UInt8, to place: UnsafeMutablePointer<UInt8>) -> Int {
    place[0] = UInt8(ascii: "\\")
    switch byte {
    case 0x22, 0x5C: place[1] = byte
    case 0x08: place[1] = UInt8(ascii: "b")
    case 0x0C: place[1] = UInt8(ascii: "f")
    case 0x0A: place[1] = UInt8(ascii: "n")
    case 0x0D: place[1] = UInt8(ascii: "r")
    case 0x09: place[1] = UInt8(ascii: "t")
    default:
      place[1] = UInt8(ascii: "u")
      place[2] = UInt8(ascii: "0")
      place[3] = UInt8(ascii: "0")
      place[4] = hexDigit(byte >> 4)
      place[5] = hexDigit(byte & 15)
      return longest
    }
    return 2
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
