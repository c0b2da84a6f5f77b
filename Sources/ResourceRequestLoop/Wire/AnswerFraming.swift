// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore

/// How a head frames its response, if it does so unambiguously (RFC 9112 §6).
///
/// A proxy or a server that reads the same bytes otherwise would take a part of them for the next response. Nothing is
/// guessed: ambiguous framing is refused, together with the connection.
package struct AnswerFraming: Sendable, Equatable {
  /// Why a head frames nothing unambiguously.
  package struct Ambiguity: Error {
    package let reason: String
  }

  /// The announced length; `nil` if there is none.
  package private(set) var length: Int?
  /// Whether the body comes in chunks.
  package private(set) var isChunked = false
  /// Whether the connection may serve another request, as far as the head says (RFC 9112 §9.3).
  package private(set) var keepsConnection: Bool

  /// Reads the fields of a head in one pass.
  package init(_ headers: Headers, version: ExchangeMetrics.HTTPVersion?) throws(Ambiguity) {
    keepsConnection = version == .http1_1
    var coding: String?
    var isClosed = false
    for field in headers {
      switch field.name.utf8.count {
      case 10 where FieldCharacters.equalNames(field.name, "Connection"):
        takeConnection(field.value, &isClosed)
      case 14 where FieldCharacters.equalNames(field.name, "Content-Length"):
        guard let value = AnswerFraming.length(field.value) else {
          throw Ambiguity(reason: "the response announces an invalid length")
        }
        if let length, length != value { throw Ambiguity(reason: "the response announces two lengths that differ") }
        length = value
      case 17 where FieldCharacters.equalNames(field.name, "Transfer-Encoding"):
        guard coding == nil else { throw Ambiguity(reason: "the response has two Transfer-Encoding fields") }
        coding = field.value
      default: continue
      }
    }
    if isClosed { keepsConnection = false }
    guard let coding else { return }
    // Other codings were not requested, and one beside `chunked` would evade the limits (RFC 9110 §10.1.4).
    isChunked = FieldCharacters.equalNames(coding, "chunked")
    guard isChunked || FieldCharacters.equalNames(coding, "identity") else {
      throw Ambiguity(reason: "the response has a Transfer-Encoding other than chunked")
    }
    if length != nil { throw Ambiguity(reason: "the response has both a Content-Length and a transfer coding") }
    if let version, version.major < 2, version != .http1_1 {
      throw Ambiguity(reason: "a response in HTTP/1.0 cannot be chunked")
    }
  }

  private mutating func takeConnection(_ value: String, _ isClosed: inout Bool) {
    // Mostly it is one word.
    if FieldCharacters.equalNames(value, "keep-alive") { return keepsConnection = true }
    for option in value.split(atByte: ",") {
      let option = String(option.trimmingBlanks())
      if FieldCharacters.equalNames(option, "close") { isClosed = true }
      if FieldCharacters.equalNames(option, "keep-alive") { keepsConnection = true }
    }
  }

  /// The value of a length; for a list, which proxies make of repeated fields, only if all members are written the same.
  private static func length(_ value: String) -> Int? {
    if let number = number(value) { return number }
    let members = value.split(atByte: ",").map { $0.trimmingBlanks() }
    guard let first = members.first, members.allSatisfy({ $0.hasSameBytes(as: first) }) else { return nil }
    return number(String(first))
  }

  /// The value of up to 18 digits, which cannot overflow.
  private static func number(_ text: String) -> Int? {
    var text = text
    return text.withUTF8 { bytes in
      let digits = bytes.drop { $0 == UInt8(ascii: "0") }
      guard !bytes.isEmpty, digits.count <= 18 else { return nil }
      var value = 0
      for byte in digits {
        let digit = byte &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        value = value &* 10 &+ Int(digit)
      }
      return value
    }
  }
}
