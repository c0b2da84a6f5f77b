// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestSyntax

/// A fault found by the reader, cheap to throw; sentence, line and column are computed only for the caller.
package struct JSONFault: Error {
  package enum Reason {
    case empty
    case unexpectedEnd(of: String)
    case expected(String)
    case trailingComma
    case trailingText
    case tooDeep(limit: Int)
    case badNumber(String)
    case controlCharacter
    case badEscape
    case badUnicodeEscape
    case loneSurrogate
    case badUTF8
    case duplicateKey(String)
  }

  let reason: Reason
  let offset: Int

  package init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The fault in words; `bytes` is the text that was read.
  package func message(in bytes: UnsafeBufferPointer<UInt8>) -> String {
    let found = found(in: bytes)
    return switch reason {
    case .empty: "the text is empty; a JSON value was expected"
    case .unexpectedEnd(let what): "the text ends inside \(what)"
    case .expected(let what): "found \(found); expected \(what)"
    case .trailingComma: "found \(found) after a comma; JSON allows no trailing comma"
    case .trailingText: "found \(found) after the end of the value; a text holds one JSON value"
    case .tooDeep(let limit): "arrays and objects are nested deeper than \(limit) levels"
    case .badNumber(let what): "found \(found) in a number; expected \(what)"
    case .controlCharacter where offset < bytes.count && [0x0A, 0x0D].contains(bytes[offset]):
      "a string is not closed on its line; expected a quotation mark, or \\n for a line end"
    case .controlCharacter: "a string holds \(found) unescaped; control characters must be escaped"
    case .badEscape: "found \(found) after a backslash; expected one of \" \\ / b f n r t u"
    case .badUnicodeEscape: "found \(found) in a \\u escape; expected four hexadecimal digits"
    case .loneSurrogate: "a \\u escape names half of a surrogate pair without the other half"
    case .badUTF8: "found \(found), which is not valid UTF-8 here"
    case .duplicateKey(let key): "the key \(key.quotedStart()) comes twice in one object"
    }
  }

  private func found(in bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard offset < bytes.count else { return "the end of the text" }
    switch bytes[offset] {
    case 0x27: return "a single quote"
    case 0x21...0x7E: return "'\(Character(Unicode.Scalar(bytes[offset])))'"
    case let byte:
      let digits = String(byte, radix: 16, uppercase: true)
      return "byte 0x\(digits.utf8.count < 2 ? "0" : "")\(digits)"
    }
  }
}
