// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Reads the head of an answer line by line, as libcurl hands it over: interim heads, the final one, trailers.
struct HeadReader {
  /// What a line was.
  enum Line {
    case part
    case interimHead(Status)
    case finalHead(Status)
    case tooLarge
    /// The final head announces two lengths that differ: where the answer ends is not known (RFC 9112 §6.3).
    case twoLengths
    case malformed
  }

  private(set) var status = Status(0)
  private(set) var httpVersion: HTTPVersion?
  private(set) var headers = Headers()
  private(set) var trailers = Headers()
  /// Whether the final head is complete.
  private(set) var isComplete = false
  private var bytes = 0

  /// Takes a line, its end included.
  mutating func take(_ line: UnsafeRawBufferPointer, limit: Int) -> Line {
    bytes += line.count
    guard bytes <= limit else { return .tooLarge }
    var text = line[...]
    while let last = text.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { text.removeLast() }
    if isComplete { return HeadReader.field(text, into: &trailers) }
    if text.isEmpty { return endHead() }
    if text.starts(with: "HTTP/".utf8), let (version, code) = HeadReader.statusLine(text) {
      httpVersion = version
      status = Status(code)
      headers = Headers()
      headers.reserveCapacity(12)
      return .part
    }
    return HeadReader.field(text, into: &headers)
  }

  private mutating func endHead() -> Line {
    guard !status.isInformational || status == 101 else { return .interimHead(status) }
    isComplete = true
    return announcesTwoLengths ? .twoLengths : .finalHead(status)
  }

  private var announcesTwoLengths: Bool {
    var length: String?
    for field in headers where field.name.utf8.count == 14 && field.name.lowercased() == "content-length" {
      if let length, length != field.value { return true }
      length = field.value
    }
    return false
  }

  /// `HTTP/1.1 200 OK` or `HTTP/2 200`; whatever follows the number is ignored (RFC 9112 §4).
  private static func statusLine(_ line: Slice<UnsafeRawBufferPointer>) -> (HTTPVersion, Int)? {
    let rest = line.dropFirst(5)
    guard let space = rest.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let version = rest[..<space]
    let digits = rest[space...].dropFirst().prefix(3)
    guard let major = version.first.flatMap(digit), digits.count == 3 else { return nil }
    var code = 0
    for byte in digits {
      guard let value = digit(byte) else { return nil }
      code = code * 10 + value
    }
    let minor = version.count == 3 ? version.last.flatMap(digit) ?? 0 : 0
    return (HTTPVersion(major: major, minor: minor), code)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    let value = Int(byte) - Int(UInt8(ascii: "0"))
    return (0...9).contains(value) ? value : nil
  }

  private static func field(_ line: Slice<UnsafeRawBufferPointer>, into fields: inout Headers) -> Line {
    guard let first = line.first else { return .part }
    // A line that starts with white space continues the one before (obs-fold, RFC 9112 §5.2).
    if isSpace(first) {
      guard fields.extendLast(by: text(trimmed(line))) else { return .malformed }
      return .part
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return .malformed }
    fields.add(text(line[..<colon]), text(trimmed(line[line.index(after: colon)...])))
    return .part
  }

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    var bytes = bytes
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// UTF-8 where it is, otherwise every byte as a character of its own (ISO-8859-1), so that nothing is lost.
  private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    let buffer = UnsafeRawBufferPointer(rebasing: bytes)
    // ASCII is what nearly all fields are, and needs no validation, which is slow where it is generic.
    var all: UInt8 = 0
    for byte in buffer { all |= byte }
    if all < 0x80 { return String(decoding: buffer, as: UTF8.self) }
    if let text = String(validating: buffer, as: UTF8.self) { return text }
    var text = ""
    text.unicodeScalars.append(contentsOf: buffer.lazy.map { Unicode.Scalar($0) })
    return text
  }
}
