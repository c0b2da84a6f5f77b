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

  /// The result of parsing bytes as a request.
  enum Reading {
    case incomplete
    case malformed
    /// A request, and how many bytes it takes.
    case complete(ConformanceRequest, Int)
  }

  /// Reads a request, or only its head, from the beginning of some bytes.
  ///
  /// How far into the body whole chunks go is kept while a request is incomplete.
  static func reading(_ bytes: [UInt8], headOnly: Bool, walked: inout Int) -> Reading {
    guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return .incomplete }
    guard let lines = lines(of: bytes[..<headEnd]) else { return .malformed }
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
    return head.completed(by: bytes[headEnd...], walked: &walked).map { .complete($0.0, $0.1) } ?? .incomplete
  }

  /// The lines of a head, each of which ends in CRLF; `nil` if either stands alone (RFC 9112 §2.2).
  private static func lines(of head: ArraySlice<UInt8>) -> [String]? {
    var lines: [String] = []
    // The last LF ends the last line.
    for line in head.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false) {
      guard line.last == 0x0D, !line.dropLast().contains(0x0D) else { return nil }
      if line.count > 1 { lines.append(String(decoding: line.dropLast(), as: UTF8.self)) }
    }
    return lines
  }

  /// The request whose head this is, and where its body ends among the bytes behind the head; `nil` if that is incomplete.
  func completed(by rest: ArraySlice<UInt8>, walked: inout Int) -> (ConformanceRequest, Int)? {
    guard let read = Body.reading(rest, headers, walked: &walked) else { return nil }
    walked = 0
    var whole = self
    whole.bytes += rest[..<read.end]
    whole.body = read.bytes
    return (whole, read.end)
  }

  private struct Body {
    var bytes: [UInt8]
    var end: Int

    /// The body that the fields announce; `nil` if it is incomplete.
    static func reading(_ rest: ArraySlice<UInt8>, _ headers: Headers, walked: inout Int) -> Body? {
      // White space around a value is no part of it (RFC 9112 §5).
      let coding = headers["Transfer-Encoding"]?.trimmingBlanks().lowercasedASCII()
      if coding?.hasSameBytes(as: "chunked") == true { return readingChunks(rest, &walked) }
      let length = headers["Content-Length"].flatMap { DecimalDigits.value($0.trimmingBlanks().utf8) } ?? 0
      guard rest.count >= length else { return nil }
      return Body(bytes: Array(rest.prefix(length)), end: rest.startIndex + length)
    }

    private static func readingChunks(_ rest: ArraySlice<UInt8>, _ walked: inout Int) -> Body? {
      // Not from the start again for every piece that arrives.
      while let chunk = chunk(at: rest.startIndex + walked, of: rest) {
        if chunk.isEmpty {
          guard let end = afterTrailers(rest[chunk.endIndex...]) else { return nil }
          return Body(bytes: chunks(of: rest), end: end)
        }
        guard rest[chunk.endIndex...].starts(with: "\r\n".utf8) else { return nil }
        walked = chunk.endIndex + 2 - rest.startIndex
      }
      return nil
    }

    /// The bytes of all chunks, which are complete.
    private static func chunks(of rest: ArraySlice<UInt8>) -> [UInt8] {
      var body: [UInt8] = []
      var place = rest.startIndex
      while let chunk = chunk(at: place, of: rest), !chunk.isEmpty {
        body += chunk
        place = chunk.endIndex + 2
      }
      return body
    }

    /// The chunk that begins at a place, without its line; empty for the last one, `nil` for one that is incomplete.
    private static func chunk(at place: Int, of rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
      guard let end = rest[place...].firstRange(of: Array("\r\n".utf8)) else { return nil }
      let digits = String(decoding: rest[place..<end.lowerBound].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
      guard let size = Int(digits.trimmingBlanks(), radix: 16), size >= 0, size <= rest.endIndex - end.upperBound else {
        return nil
      }
      return rest[end.upperBound..<end.upperBound + size]
    }

    private static func afterTrailers(_ rest: ArraySlice<UInt8>) -> Int? {
      if rest.starts(with: "\r\n".utf8) { return rest.startIndex + 2 }
      return rest.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
    }
  }
}
