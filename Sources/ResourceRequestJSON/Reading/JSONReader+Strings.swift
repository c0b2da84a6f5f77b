// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCoding
import ResourceRequestSyntax

extension JSONReader where Builder: ~Copyable {
  /// Reads a string from its opening quote to after its closing one.
  @inline(__always)
  mutating func readString() throws(JSONFault) -> String {
    let start = place + 1
    let run = JSONStringRun(in: base, from: start, to: end)
    guard run.end < end, base[run.end] == UInt8(ascii: "\"") else { return try readEscapedString(runEnd: run.end) }
    place = run.end + 1
    return try text(from: start, to: run.end, isASCII: run.isASCII)
  }

  /// Reads a key, which often equals an earlier one.
  @inline(__always)
  mutating func readKeyString() throws(JSONFault) -> JSONKey {
    let quote = place
    let start = place + 1
    let run = JSONStringRun(in: base, from: start, to: end)
    guard run.end < end, base[run.end] == UInt8(ascii: "\"") else {
      let text = try readEscapedString(runEnd: run.end)
      let fingerprint = unescaped.withUnsafeBufferPointer { JSONKeyCache.fingerprint(of: $0) }
      return JSONKey(text: text, range: quote..<place, fingerprint: fingerprint)
    }
    place = run.end + 1
    let bytes = UnsafeBufferPointer(start: base + start, count: run.end - start)
    let fingerprint = JSONKeyCache.fingerprint(of: bytes)
    if let known = keys.text(of: bytes, fingerprint: fingerprint) {
      return JSONKey(text: known, range: quote..<place, fingerprint: fingerprint)
    }
    let text = try text(from: start, to: run.end, isASCII: run.isASCII)
    keys.keep(text, fingerprint: fingerprint)
    return JSONKey(text: text, range: quote..<place, fingerprint: fingerprint)
  }

  @inline(__always)
  private func text(from start: Int, to stop: Int, isASCII: Bool) throws(JSONFault) -> String {
    let bytes = UnsafeBufferPointer(start: base + start, count: stop - start)
    if isASCII { return String(decoding: bytes, as: UTF8.self) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw badUTF8(from: start, to: stop) }
    return text
  }

  /// Reads a string that contains an escape, or an error, at `runEnd`.
  private mutating func readEscapedString(runEnd: Int) throws(JSONFault) -> String {
    let start = place + 1
    var isASCII = true
    unescaped.removeAll(keepingCapacity: true)
    place = start
    while true {
      let run = JSONStringRun(in: base, from: place, to: end)
      unescaped.append(contentsOf: UnsafeBufferPointer(start: base + place, count: run.end - place))
      isASCII = isASCII && run.isASCII
      place = run.end
      guard place < end else { throw JSONFault(reason: .unexpectedEnd(of: "a string"), offset: end) }
      if base[place] == UInt8(ascii: "\"") { break }
      guard base[place] == UInt8(ascii: "\\") else { throw JSONFault(reason: .controlCharacter, offset: place) }
      try readEscape()
    }
    let stop = place
    place += 1
    if isASCII { return String(decoding: unescaped, as: UTF8.self) }
    guard let text = String(validating: unescaped, as: UTF8.self) else { throw badUTF8(from: start, to: stop) }
    return text
  }

  /// Reads an escape from its backslash on.
  private mutating func readEscape() throws(JSONFault) {
    let backslash = place
    place += 1
    guard place < end else { throw JSONFault(reason: .unexpectedEnd(of: "a string"), offset: end) }
    let byte = base[place]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0C)
    case UInt8(ascii: "n"): unescaped.append(0x0A)
    case UInt8(ascii: "r"): unescaped.append(0x0D)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "u"):
      place += 1
      return try readUnicodeEscape(backslash: backslash)
    default: throw JSONFault(reason: .badEscape, offset: place)
    }
    place += 1
  }

  /// Reads the digits of a `\u` escape, and the second escape if the first is half of a surrogate pair.
  private mutating func readUnicodeEscape(backslash: Int) throws(JSONFault) {
    var value = try readFourHexDigits()
    if 0xD800...0xDBFF ~= value {
      guard end - place >= 2, base[place] == UInt8(ascii: "\\"), base[place + 1] == UInt8(ascii: "u") else {
        throw JSONFault(reason: .loneSurrogate, offset: backslash)
      }
      place += 2
      let low = try readFourHexDigits()
      guard 0xDC00...0xDFFF ~= low else { throw JSONFault(reason: .loneSurrogate, offset: backslash) }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw JSONFault(reason: .loneSurrogate, offset: backslash) }
    unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private mutating func readFourHexDigits() throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard place < end else { throw JSONFault(reason: .unexpectedEnd(of: "a string"), offset: end) }
      guard let digit = PercentEncoding.hexValue(base[place]) else {
        throw JSONFault(reason: .badUnicodeEscape, offset: place)
      }
      value = value << 4 + UInt32(digit)
      place += 1
    }
    return value
  }

  /// Finds the byte that makes a stretch invalid.
  private func badUTF8(from start: Int, to stop: Int) -> JSONFault {
    let bytes = UnsafeRawBufferPointer(start: base + start, count: stop - start)
    return JSONFault(reason: .badUTF8, offset: min(start + UTF8Coding.firstMalformed(bytes), stop))
  }
}
