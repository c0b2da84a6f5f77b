// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Reads RFC 8259 text strictly, and passes its parts to a builder.
///
/// It keeps its own stack of open arrays and objects instead of calling itself, so depth costs no call stack. A byte
/// order mark at the start is skipped, as RFC 8259 §8.1 allows. It borrows the bytes and never reads past their end.
struct JSONReader<Builder: JSONTreeBuilder & ~Copyable>: ~Copyable {
  let base: UnsafePointer<UInt8>
  let end: Int
  var place = 0
  var builder: Builder
  /// The unescaped bytes of the string being read.
  var unescaped: [UInt8] = []
  var keys = JSONKeyCache()
  /// True for each open object, false for each open array.
  private var open: [Bool] = []
  private let maximumDepth: Int

  init(base: UnsafePointer<UInt8>, count: Int, maximumDepth: Int, builder: consuming Builder) {
    self.base = base
    end = count
    self.maximumDepth = maximumDepth
    self.builder = builder
  }

  mutating func read() throws(JSONFault) -> Builder.Tree? {
    if end >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF { place = 3 }
    skipWhitespace()
    guard place < end else { throw JSONFault(reason: .empty, offset: place) }
    repeat {
      try readValue()
    } while try advanceToNextValue()
    skipWhitespace()
    guard place == end else { throw JSONFault(reason: .trailingText, offset: place) }
    return builder.finish()
  }

  /// Reads a scalar, or opens arrays and objects up to and with the first scalar or empty container in them.
  private mutating func readValue() throws(JSONFault) {
    while true {
      guard place < end else { throw unexpectedEnd() }
      let start = place
      switch base[place] {
      case UInt8(ascii: "\""):
        let text = try readString()
        return builder.string(text, at: start..<place)
      case UInt8(ascii: "{"):
        try push(isObject: true)
        skipWhitespace()
        if place < end, base[place] == UInt8(ascii: "}") { return try close() }
        try readKey()
      case UInt8(ascii: "["):
        try push(isObject: false)
        skipWhitespace()
        if place < end, base[place] == UInt8(ascii: "]") { return try close() }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let number = try readNumber()
        return builder.number(number, at: start..<place)
      case UInt8(ascii: "t"):
        try readWord("true")
        return builder.bool(true, at: start..<place)
      case UInt8(ascii: "f"):
        try readWord("false")
        return builder.bool(false, at: start..<place)
      case UInt8(ascii: "n"):
        try readWord("null")
        return builder.null(at: start..<place)
      default:
        throw JSONFault(reason: followsComma() ? .trailingComma : .expected("a JSON value"), offset: place)
      }
    }
  }

  /// Skips commas, closing brackets and keys up to the start of the next value; `false` at the end of the root.
  @inline(__always)
  private mutating func advanceToNextValue() throws(JSONFault) -> Bool {
    while let insideObject = open.last {
      skipWhitespace()
      guard place < end else { throw unexpectedEnd() }
      switch (base[place], insideObject) {
      case (UInt8(ascii: ","), false):
        place += 1
        skipWhitespace()
        return true
      case (UInt8(ascii: ","), true):
        place += 1
        skipWhitespace()
        try readKey()
        return true
      case (UInt8(ascii: "]"), false), (UInt8(ascii: "}"), true):
        try close()
      default:
        throw JSONFault(reason: .expected(insideObject ? "',' or '}'" : "',' or ']'"), offset: place)
      }
    }
    return false
  }

  /// Reads a member's key and colon, up to its value.
  @inline(__always)
  private mutating func readKey() throws(JSONFault) {
    guard place < end else { throw unexpectedEnd() }
    guard base[place] == UInt8(ascii: "\"") else {
      let afterComma = followsComma() && base[place] == UInt8(ascii: "}")
      throw JSONFault(reason: afterComma ? .trailingComma : .expected("a key in double quotes"), offset: place)
    }
    let key = try readKeyString()
    builder.key(key)
    skipWhitespace()
    guard place < end else { throw unexpectedEnd() }
    guard base[place] == UInt8(ascii: ":") else {
      throw JSONFault(reason: .expected("':' after the key"), offset: place)
    }
    place += 1
    skipWhitespace()
  }

  private mutating func push(isObject: Bool) throws(JSONFault) {
    guard open.count < maximumDepth else { throw JSONFault(reason: .tooDeep(limit: maximumDepth), offset: place) }
    open.append(isObject)
    if isObject { builder.beginObject(at: place) } else { builder.beginArray(at: place) }
    place += 1
  }

  private mutating func close() throws(JSONFault) {
    place += 1
    if open.popLast() == true { try builder.endObject(at: place) } else { builder.endArray(at: place) }
  }

  private mutating func readWord(_ word: StaticString) throws(JSONFault) {
    for offset in 0..<word.utf8CodeUnitCount {
      guard place < end else { throw JSONFault(reason: .unexpectedEnd(of: "the word \(word)"), offset: end) }
      guard base[place] == word.utf8Start[offset] else {
        throw JSONFault(reason: .expected("the word \(word)"), offset: place)
      }
      place += 1
    }
  }

  @inline(__always)
  mutating func skipWhitespace() { JSONTape.skipWhitespace(base, &place, end) }

  private func unexpectedEnd() -> JSONFault {
    let what =
      switch open.last {
      case true: "an object"
      case false: "an array"
      case nil: "a value"
      }
    return JSONFault(reason: .unexpectedEnd(of: what), offset: end)
  }

  /// Whether the last byte before this place that is not white space is a comma.
  private func followsComma() -> Bool {
    var before = place - 1
    while before >= 0, base[before] <= 0x20 { before -= 1 }
    return before >= 0 && base[before] == UInt8(ascii: ",") && !open.isEmpty
  }
}
