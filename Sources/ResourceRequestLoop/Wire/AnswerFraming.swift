// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore

/// Checks that a head frames its response unambiguously (RFC 9112 §6).
///
/// A proxy or a server that reads the same bytes otherwise would take a part of them for the next response. Nothing is
/// guessed: ambiguous framing is refused, together with the connection.
package enum AnswerFraming {
  /// The fault of the framing; `nil` if it is unambiguous.
  package static func fault(of headers: Headers, version: ExchangeMetrics.HTTPVersion?) -> String? {
    var length: String?
    var coding: String?
    for field in headers {
      switch field.name.utf8.count {
      case 14 where field.name.lowercasedASCII() == "content-length":
        guard let value = plainLength(field.value) else { return "the response announces an invalid length" }
        if let length, length != value { return "the response announces two lengths that differ" }
        length = value
      case 17 where field.name.lowercasedASCII() == "transfer-encoding":
        guard coding == nil else { return "the response says twice how it is transferred" }
        coding = field.value.lowercasedASCII()
      default: continue
      }
    }
    guard let coding else { return nil }
    // Other codings were not requested, and one beside `chunked` would evade the limits (RFC 9110 §10.1.4).
    guard coding == "chunked" || coding == "identity" else {
      return "the response is transferred in a way that was not asked for"
    }
    if length != nil { return "the response announces a length and is transferred without one" }
    if let version, version.major < 2, version != .http1_1 { return "a response in HTTP/1.0 cannot be chunked" }
    return nil
  }

  /// The announced length of an unambiguous head; `nil` if there is none.
  package static func length(of headers: Headers) -> Int? {
    headers["Content-Length"].flatMap(plainLength).flatMap { DecimalDigits.value($0.utf8) }
  }

  /// The digits of a length; for a list, which proxies make of repeated fields, only if all elements are equal.
  private static func plainLength(_ value: String) -> String? {
    if isNumber(value.utf8) { return value }
    let members = value.split(atByte: ",").map { $0.trimmingBlanks() }
    guard let first = members.first, isNumber(first.utf8), members.allSatisfy({ $0.hasSameBytes(as: first) }) else {
      return nil
    }
    return String(first)
  }

  /// Whether it consists of digits and does not overflow.
  private static func isNumber(_ text: some Collection<UInt8>) -> Bool {
    text.count <= 18 && DecimalDigits.areAll(text)
  }
}
