// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Counts lines and columns for many offsets in one pass over a text.
///
/// Counted as ``TextPosition`` does: lines end with LF, CR or CRLF, columns count Unicode scalars, both from 1, and a
/// byte order mark does not count.
struct PlaceSweep {
  /// A place, and the offset its line begins at.
  struct Place {
    let line: Int
    let column: Int
    let lineStart: Int
  }

  private(set) var places: [Int: Place] = [:]

  init(offsets: some Sequence<Int>, in text: [UInt8]) {
    var line = 1
    var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var column = 1
    var place = start
    for offset in Set(offsets).sorted() {
      while place < min(offset, text.count) {
        let byte = text[place]
        place += 1
        if byte == 0x0A || byte == 0x0D && !(place < text.count && text[place] == 0x0A) {
          (line, column, start) = (line + 1, 1, place)
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
      }
      places[offset] = Place(line: line, column: column, lineStart: start)
    }
  }
}

/// Where a value has a property.
///
/// An access by a key path, or to a parameter, copies the whole value first: 0.2 µs for the settings of a service, with
/// some forty properties, a thousand services at start-up. A stored property is found by its offset in place instead.
struct PropertyPlace<Whole, Value>: Sendable {
  private let path: any WritableKeyPath<Whole, Value> & Sendable
  /// `nil` for a property that is computed.
  private let offset: Int?

  init(_ path: any WritableKeyPath<Whole, Value> & Sendable) {
    self.path = path
    offset = MemoryLayout<Whole>.offset(of: path)
  }

  /// The property's value.
  func value(in whole: Whole) -> Value { withUnsafePointer(to: whole) { value(at: $0) } }

  /// The property's value, of a value in memory.
  func value(at whole: UnsafePointer<Whole>) -> Value {
    guard let offset else { return whole.pointee[keyPath: path] }
    return UnsafeRawPointer(whole).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee
  }

  /// Changes the property of a value in memory, in place.
  func change(at whole: UnsafeMutablePointer<Whole>, _ body: (UnsafeMutablePointer<Value>) -> Void) {
    guard let offset else { return withUnsafeMutablePointer(to: &whole.pointee[keyPath: path], body) }
    body(UnsafeMutableRawPointer(whole).advanced(by: offset).assumingMemoryBound(to: Value.self))
  }

  /// Sets the property of a value in memory.
  func set(_ value: Value, at whole: UnsafeMutablePointer<Whole>) {
    guard let offset else { return whole.pointee[keyPath: path] = value }
    UnsafeMutableRawPointer(whole).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee = value
  }
}
