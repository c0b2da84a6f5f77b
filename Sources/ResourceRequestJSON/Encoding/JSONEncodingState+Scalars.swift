// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

extension JSONEncodingState {
  @inline(__always)
  func write(_ flag: Bool) {
    append(flag ? "true" : "false")
  }

  func writeNull() {
    append("null")
  }

  @inline(__always)
  func write<Number: FixedWidthInteger>(_ number: Number) {
    guard Number.bitWidth <= 64 else { return appendText(String(number)) }
    if number < 0 { append(UInt8(ascii: "-")) }
    writeDigits(UInt64(truncatingIfNeeded: number.magnitude))
  }

  private func writeDigits(_ value: UInt64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      guard let base = digits.baseAddress else { return }
      var place = 20
      var rest = value
      repeat {
        place -= 1
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        base[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
        rest = quotient
      } while rest > 0
      append(base + place, 20 - place)
    }
  }

  /// Writes the shortest digits that give the same number again; a whole number has no point.
  @inline(__always)
  func write<Number: BinaryFloatingPoint & CustomStringConvertible>(_ number: Number) throws {
    guard number.isFinite else { return try writeNonConforming(number) }
    appendNumber(number.description)
  }

  private func appendNumber(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return }
      let isWhole =
        bytes.count > 2 && bytes[bytes.count - 1] == UInt8(ascii: "0") && bytes[bytes.count - 2] == UInt8(ascii: ".")
      append(start, isWhole ? bytes.count - 2 : bytes.count)
    }
  }

  private func writeNonConforming(_ number: some BinaryFloatingPoint) throws {
    guard case .convertToString(let positive, let negative, let nan) = options.nonConformingFloats else {
      throw EncodingError.invalidValue(
        number,
        EncodingError.Context(codingPath: path, debugDescription: "JSON has no number for \(number).")
      )
    }
    write(number.isNaN ? nan : number < 0 ? negative : positive)
  }

  func appendText(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      if let start = bytes.baseAddress { append(start, bytes.count) }
    }
  }

  /// Writes a string with the escapes RFC 8259 §7 demands and no others.
  @inline(__always)
  func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      append(UInt8(ascii: "\""))
      if let start = bytes.baseAddress {
        var place = 0
        while true {
          let run = JSONStringRun(in: start, from: place, to: bytes.count)
          append(start + place, run.end - place)
          guard run.end < bytes.count else { break }
          writeEscape(of: bytes[run.end])
          place = run.end + 1
        }
      }
      append(UInt8(ascii: "\""))
    }
  }
}
