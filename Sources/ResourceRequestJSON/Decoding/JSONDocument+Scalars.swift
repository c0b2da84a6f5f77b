// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform
import ResourceRequestSyntax

extension JSONDocument {
  @inline(__always)
  func isNull(at place: Int) -> Bool { entries[place].isKind(.null) }

  @inline(__always)
  func bool(at place: Int) throws -> Bool {
    let entry = entries[place]
    if entry.isKind(.true) { return true }
    if entry.isKind(.false) { return false }
    // Null too is of another type, as for Foundation's decoder.
    throw DecodingError.typeMismatch(
      Bool.self,
      context("Expected to decode Bool but found another value instead.", place)
    )
  }

  @inline(__always)
  func string(at place: Int) throws -> String {
    let entry = entries[place]
    if entry.isKind(.string) { return JSONStringText.plain(text + Int(entry.offset), entry.length) }
    return try otherString(entry, at: place)
  }

  private func otherString(_ entry: JSONTapeEntry, at place: Int) throws -> String {
    guard entry.isKind(.escapedString) else { throw mismatch(String.self, at: place) }
    return JSONStringText.unescape(text + Int(entry.offset), entry.length)
  }

  @inline(__always)
  func integer<Value: FixedWidthInteger>(_ type: Value.Type, at place: Int) throws -> Value {
    let entry = entries[place]
    // Eighteen digits and a sign fit 64 bits, whatever they are.
    if entry.isKind(.integer), entry.length <= 18 {
      var digit = text + Int(entry.offset)
      let end = digit + entry.length
      let isNegative = digit.pointee == UInt8(ascii: "-")
      if isNegative { digit += 1 }
      var value: Int64 = 0
      while digit < end {
        value = value &* 10 &+ Int64(digit.pointee &- UInt8(ascii: "0"))
        digit += 1
      }
      if let fitting = Value(exactly: isNegative ? 0 &- value : value) { return fitting }
    }
    return try otherInteger(type, at: place)
  }

  /// Decodes an integer that is long, does not fit, or is written with a point or an exponent.
  private func otherInteger<Value: FixedWidthInteger>(_ type: Value.Type, at place: Int) throws -> Value {
    let entry = entries[place]
    guard entry.isKind(.integer) || entry.isKind(.fraction) else { throw mismatch(type, at: place) }
    let bytes = UnsafeBufferPointer(start: text + Int(entry.offset), count: entry.length)
    guard let value = ExactInteger.value(type, of: bytes) else { throw unfit(type, at: place) }
    return value
  }

  @inline(__always)
  func double(at place: Int) throws -> Double {
    let entry = entries[place]
    if entry.isKind(.fraction) || entry.isKind(.integer),
      let value = DecimalText(text + Int(entry.offset), entry.length).double
    {
      return value
    }
    return try otherFloat(Double.self, at: place)
  }

  func float(at place: Int) throws -> Float {
    let entry = entries[place]
    if entry.isKind(.fraction) || entry.isKind(.integer),
      let value = DecimalText(text + Int(entry.offset), entry.length).float
    {
      return value
    }
    return try otherFloat(Float.self, at: place)
  }

  /// Decodes a value that is not a fitting number, such as a string for infinity if the options have one.
  private func otherFloat<Value: BinaryFloatingPoint>(_ type: Value.Type, at place: Int) throws -> Value {
    let entry = entries[place]
    if entry.isKind(.fraction) || entry.isKind(.integer) { throw unfit(type, at: place) }
    if case .convertFromString(let positive, let negative, let nan) = options.nonConformingFloats,
      entry.isKind(.string) || entry.isKind(.escapedString)
    {
      let word = try string(at: place)
      if word.hasSameBytes(as: positive) { return .infinity }
      if word.hasSameBytes(as: negative) { return -.infinity }
      if word.hasSameBytes(as: nan) { return .nan }
    }
    throw mismatch(type, at: place)
  }
}
