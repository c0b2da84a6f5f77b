// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestSyntax

extension JSON5Rewriter {
  // MARK: Strings

  /// Rewrites a string (JSON5 §5) in either kind of quotes.
  mutating func rewriteString(quote: UInt8) throws(JSONFault) {
    place += 1
    output.append(UInt8(ascii: "\""))
    while let byte = peek() {
      switch byte {
      case quote:
        place += 1
        output.append(UInt8(ascii: "\""))
        return
      case UInt8(ascii: "\\"):
        try rewriteEscape()
        continue
      case UInt8(ascii: "\""):
        output += "\\\"".utf8
      case 0x0A, 0x0D:
        throw JSONFault(reason: .controlCharacter, offset: place)
      case 0..<0x20:
        write(codeUnit: byte)
      default:
        output.append(byte)
      }
      place += 1
    }
    throw JSONFault(reason: .unexpectedEnd(of: "a string"), offset: place)
  }

  private mutating func rewriteEscape() throws(JSONFault) {
    guard let byte = peek(1) else { throw JSONFault(reason: .unexpectedEnd(of: "a string"), offset: place + 1) }
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "u"):
      output += [UInt8(ascii: "\\"), byte]
      place += 2
    case UInt8(ascii: "v"):
      write(codeUnit: 0x0B)
      place += 2
    case UInt8(ascii: "0"):
      if let next = peek(2), next &- UInt8(ascii: "0") < 10 { throw JSONFault(reason: .badEscape, offset: place + 1) }
      write(codeUnit: 0)
      place += 2
    case UInt8(ascii: "1")...UInt8(ascii: "9"):
      throw JSONFault(reason: .badEscape, offset: place + 1)
    case UInt8(ascii: "x"):
      guard let high = peek(2), let low = peek(3) else {
        throw JSONFault(reason: .unexpectedEnd(of: "a string"), offset: bytes.count)
      }
      // The reader checks the digits.
      output += Array("\\u00".utf8) + [high, low]
      place += 4
    case 0x0D:
      // The line goes on.
      place += peek(2) == 0x0A ? 3 : 2
    case 0x0A:
      place += 2
    default:
      place += 1
      // Any other character stands for itself; before the end of a line, the string goes on in the next.
      if begins(with: "\u{2028}") || begins(with: "\u{2029}") {
        place += 3
      } else if byte < 0x20 {
        write(codeUnit: byte)
        place += 1
      } else {
        output.append(byte)
        place += 1
      }
    }
  }

  private mutating func write(codeUnit: UInt8) {
    let digits = Array("0123456789abcdef".utf8)
    output += "\\u00".utf8
    output += [digits[Int(codeUnit >> 4)], digits[Int(codeUnit & 15)]]
  }

  // MARK: Numbers

  /// Rewrites a number (JSON5 §6): with a plus, without digits on one side of its point, in hexadecimal, infinite.
  mutating func rewriteNumber() throws(JSONFault) {
    // What is rewritten would else become one number with what stands right before it.
    if let last = output.last, last &- UInt8(ascii: "0") < 10 {
      throw JSONFault(reason: .badNumber("a comma, or an end, after a number"), offset: place)
    }
    let isNegative = peek() == UInt8(ascii: "-")
    if isNegative || peek() == UInt8(ascii: "+") { place += 1 }
    let start = place
    if let byte = peek(), byte == UInt8(ascii: "I") || byte == UInt8(ascii: "N") {
      while let byte = peek(), byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") { place += 1 }
      try writeWord(from: start, isNegative: isNegative)
      // A name has no sign.
      try skipSpace(writing: true)
      guard peek() != UInt8(ascii: ":") else {
        throw JSONFault(reason: .badNumber("a name without sign"), offset: start)
      }
      return
    }
    if isNegative { output.append(UInt8(ascii: "-")) }
    if peek() == UInt8(ascii: "0"), let mark = peek(1), mark | 0x20 == UInt8(ascii: "x") {
      return try rewriteHexadecimal()
    }
    let whole = copyDigits()
    if whole == 0 {
      guard peek() == UInt8(ascii: ".") else { throw JSONFault(reason: .badNumber("a digit"), offset: place) }
      output.append(UInt8(ascii: "0"))
    }
    if peek() == UInt8(ascii: ".") {
      place += 1
      let point = output.count
      output.append(UInt8(ascii: "."))
      if copyDigits() == 0 {
        guard whole > 0 else { throw JSONFault(reason: .badNumber("a digit"), offset: place) }
        output.remove(at: point)
      }
    }
    guard let mark = peek(), mark | 0x20 == UInt8(ascii: "e") else { return }
    output.append(mark)
    place += 1
    if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      output.append(sign)
      place += 1
    }
    guard copyDigits() > 0 else { throw JSONFault(reason: .badNumber("a digit in the exponent"), offset: place) }
  }

  private mutating func copyDigits() -> Int {
    let start = place
    while let byte = peek(), byte &- UInt8(ascii: "0") < 10 {
      output.append(byte)
      place += 1
    }
    return place - start
  }

  private mutating func rewriteHexadecimal() throws(JSONFault) {
    place += 2
    let start = place
    while let byte = peek(), PercentEncoding.hexValue(byte) != nil { place += 1 }
    let digits = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let value = UInt128(digits, radix: 16) else {
      throw JSONFault(reason: .badNumber("at most 32 hexadecimal digits"), offset: start)
    }
    output += String(value).utf8
  }
}
