// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore

/// A request as a server read it.
package struct ConformanceRequest: Sendable, Hashable {
  /// All bytes, as received.
  package internal(set) var bytes: [UInt8]
  /// The method.
  package let method: String
  /// The target, byte for byte.
  package let target: String
  /// The header fields, in order.
  package let headers: Headers
  /// The body without chunked coding; empty if only the head was read.
  package internal(set) var body: [UInt8]
}

extension ConformanceRequest {
  /// The result of parsing bytes as a request.
  enum Reading {
    case incomplete
    case malformed
    /// A request, and how many bytes it takes.
    case complete(ConformanceRequest, Int)
  }

  /// Reads a request, or only its head, from the beginning of some bytes.
  static func reading(_ bytes: [UInt8], headOnly: Bool) -> Reading {
    guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return .incomplete }
    let lines = String(decoding: bytes[..<headEnd], as: UTF8.self).split(omittingEmpty: true) {
      $0 == 0x0D || $0 == 0x0A
    }
    let start = (lines.first ?? "").split(atByte: " ")
    guard start.count == 3 else { return .malformed }
    var headers = Headers()
    for line in lines.dropFirst() {
      let (name, value) = line.cut(atByte: ":")
      guard let value else { return .malformed }
      headers.append(String(name), String(value.dropping(prefix: " ") ?? value))
    }
    let head = ConformanceRequest(
      bytes: Array(bytes[..<headEnd]),
      method: String(start[0]),
      target: String(start[1]),
      headers: headers,
      body: []
    )
    guard !headOnly else { return .complete(head, headEnd) }
    return head.completed(by: bytes[headEnd...]).map { .complete($0.0, $0.1) } ?? .incomplete
  }

  /// The request whose head this is, and where its body ends among the bytes behind the head; `nil` if that is incomplete.
  func completed(by rest: ArraySlice<UInt8>) -> (ConformanceRequest, Int)? {
    guard let read = Body.reading(rest, headers) else { return nil }
    var whole = self
    whole.bytes += rest[..<read.end]
    whole.body = read.bytes
    return (whole, read.end)
  }

  private struct Body {
    var bytes: [UInt8]
    var end: Int

    /// The body that the fields announce; `nil` if it is incomplete.
    static func reading(_ rest: ArraySlice<UInt8>, _ headers: Headers) -> Body? {
      if headers["Transfer-Encoding"]?.lowercasedASCII() == "chunked" { return readingChunks(rest) }
      let length = headers["Content-Length"].flatMap { DecimalDigits.value($0.utf8) } ?? 0
      guard rest.count >= length else { return nil }
      return Body(bytes: Array(rest.prefix(length)), end: rest.startIndex + length)
    }

    private static func readingChunks(_ rest: ArraySlice<UInt8>) -> Body? {
      // Not from the start again for every piece that arrives: this is how the last one ends.
      guard rest.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return nil }
      let lineEnd = Array("\r\n".utf8)
      var rest = rest
      var body: [UInt8] = []
      while let end = rest.firstRange(of: lineEnd) {
        let digits = String(decoding: rest[..<end.lowerBound].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
        let size = max(0, Int(digits, radix: 16) ?? 0)
        rest = rest[end.upperBound...]
        if size == 0 { return afterTrailers(rest).map { Body(bytes: body, end: $0) } }
        guard rest.count >= 2, rest.count - 2 >= size else { return nil }
        body += rest.prefix(size)
        rest = rest.dropFirst(size + 2)
      }
      return nil
    }

    private static func afterTrailers(_ rest: ArraySlice<UInt8>) -> Int? {
      if rest.starts(with: "\r\n".utf8) { return rest.startIndex + 2 }
      return rest.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
    }
  }
}
