// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSONElementSplitter {
  /// Scans a chunk up to the end of an element or of the chunk.
  mutating func advance(_ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Step {
    while place < bytes.count {
      if let piece {
        if let step = goOn(piece, bytes, &place) { return step }
        continue
      }
      let byte = bytes[place]
      if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        if expectation == .blank { expectation = .nextText }
        place += 1
        continue
      }
      if isMark(byte) {
        place += 1
        continue
      }
      do throws(StreamFault) {
        // A value begins with this byte; other bytes are consumed here.
        if try !take(byte, at: place) { place += 1 }
      } catch {
        return .fault(error)
      }
    }
    return .consumed
  }

  /// Whether a byte belongs to a leading byte order mark (RFC 8259 §8.1).
  private mutating func isMark(_ byte: UInt8) -> Bool {
    guard expectation == .start, mark < 3, byte == [0xEF, 0xBB, 0xBF][mark] else { return false }
    mark += 1
    return true
  }

  /// Continues the current value; `nil` if scanning continues after it.
  private mutating func goOn(_ piece: Piece, _ bytes: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Step? {
    let start = place
    let end = scan.end(in: bytes, from: place)
    place = end ?? bytes.count
    switch piece {
    case .element where end == nil:
      return .partOfElement(start..<place)
    case .element:
      self.piece = nil
      if expectation == .nextText { expectation = .blank }
      return .element(start..<place)
    case .key:
      guard place - start <= limit - key.count else { return .fault(.tooLarge("a key", limit: limit)) }
      key.append(contentsOf: bytes[start..<place])
    case .passedOver:
      break
    }
    guard end != nil else { return .consumed }
    self.piece = nil
    if piece == .key {
      isOnPath = isNext(key)
      key.removeAll(keepingCapacity: true)
    }
    return nil
  }

  /// Handles a byte outside of values that is not whitespace.
  private mutating func take(_ byte: UInt8, at place: Int) throws(StreamFault) -> Bool {
    switch (expectation, byte) {
    case (.start, _):
      guard mark == 0 || mark == 3 else { throw unexpected(byte, place) }
      return try begin(byte, place)
    case (.nextText, _):
      return try open(.element, byte, place, then: .nextText)
    case (.elementOrEnd, UInt8(ascii: "]")), (.commaOrArrayEnd, UInt8(ascii: "]")):
      expectation = path.isEmpty ? .end : .commaOrObjectEnd
    case (.elementOrEnd, _), (.element, _):
      return try open(.element, byte, place, then: .commaOrArrayEnd)
    case (.commaOrArrayEnd, UInt8(ascii: ",")):
      expectation = .element
    case (.keyOrEnd, UInt8(ascii: "}")), (.commaOrObjectEnd, UInt8(ascii: "}")):
      level -= 1
      expectation = level == 0 ? .end : .commaOrObjectEnd
      if level == 0, !isFound { throw .malformed("the body has no member \"\(path.joined(separator: "."))\"") }
    case (.keyOrEnd, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")):
      return try open(.key, byte, place, then: .colon)
    case (.colon, UInt8(ascii: ":")):
      expectation = .value
    case (.value, _) where isOnPath:
      try enter(byte, place)
    case (.value, _):
      return try open(.passedOver, byte, place, then: .commaOrObjectEnd)
    case (.commaOrObjectEnd, UInt8(ascii: ",")):
      expectation = .key
    default:
      throw unexpected(byte, place)
    }
    return false
  }

  /// Handles the first byte of the text.
  private mutating func begin(_ byte: UInt8, _ place: Int) throws(StreamFault) -> Bool {
    switch byte {
    case UInt8(ascii: "[") where path.isEmpty && !isSequence:
      expectation = .elementOrEnd
      isFound = true
      return false
    case UInt8(ascii: "{") where !path.isEmpty && !isSequence:
      level = 1
      expectation = .keyOrEnd
      return false
    case _ where path.isEmpty || isSequence:
      isUnannouncedSequence = !isSequence
      return try open(.element, byte, place, then: .nextText)
    default:
      throw .malformed("the body is not an object, so it has no member \"\(path.joined(separator: "."))\"")
    }
  }

  /// Handles the first byte of a value on the path.
  private mutating func enter(_ byte: UInt8, _ place: Int) throws(StreamFault) {
    let isLast = level == path.count
    guard byte == (isLast ? UInt8(ascii: "[") : UInt8(ascii: "{")) else {
      let name = path.prefix(level).joined(separator: ".")
      throw .malformed("the member \"\(name)\" of the body is not an \(isLast ? "array" : "object")")
    }
    if !isLast {
      level += 1
      expectation = .keyOrEnd
    } else if isFound {
      throw .malformed("the member \"\(path.joined(separator: "."))\" of the body comes twice")
    } else {
      isFound = true
      expectation = .elementOrEnd
    }
  }

  private mutating func open(
    _ piece: Piece,
    _ byte: UInt8,
    _ place: Int,
    then next: Expectation
  ) throws(StreamFault) -> Bool {
    switch byte {
    case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"): throw unexpected(byte, place)
    default: break
    }
    self.piece = piece
    scan = JSONValueScan()
    expectation = next
    return true
  }

  /// Whether a key, in its quotes, is the next name of the path.
  private func isNext(_ key: [UInt8]) -> Bool {
    let name = path[level - 1]
    guard key.contains(UInt8(ascii: "\\")) else { return key.dropFirst().dropLast().elementsEqual(name.utf8) }
    return (try? JSON(parsing: key))?.string?.hasSameBytes(as: name) ?? false
  }

  private func unexpected(_ byte: UInt8, _ place: Int) -> StreamFault {
    let fault = JSONFault(reason: .expected(expected), offset: 0)
    let message = withUnsafePointer(to: byte) { fault.message(in: UnsafeBufferPointer(start: $0, count: 1)) }
    return .malformed("byte \(offset + place) of the body: \(message)")
  }

  private var expected: String {
    switch expectation {
    case .start: wanted
    case .keyOrEnd: "a key or '}'"
    case .key: "a key"
    case .colon: "':'"
    case .value, .element, .elementOrEnd, .nextText: "a JSON value"
    case .commaOrObjectEnd: "',' or '}'"
    case .commaOrArrayEnd: "',' or ']'"
    case .blank: "a line feed"
    case .end: "the end of the body"
    }
  }
}
