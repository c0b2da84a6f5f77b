// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore
import ResourceRequestPlatform

/// Reads the heads of responses line by line from libcurl: interim heads, the final one, trailers.
///
/// Consecutive responses have similar heads. So a reader is reused, and a line that equals that of the previous head is
/// not parsed again; an identical head costs one comparison per line.
///
/// Its fields are unchecked since it calls no other code: no two accesses can overlap, and checking costs a hundred
/// instructions each time.
package final class HeadReader {
  /// The result of reading a line.
  package enum Line {
    case part
    case interimHead(Status)
    case finalHead(Status)
    case tooLarge
    /// The final head is framed ambiguously, for this reason.
    case ambiguous(String)
    case malformed
  }

  @exclusivity(unchecked) package private(set) var status = Status(0)
  @exclusivity(unchecked) package private(set) var httpVersion: ExchangeMetrics.HTTPVersion?
  @exclusivity(unchecked) package private(set) var headers = Headers()
  @exclusivity(unchecked) package private(set) var trailers = Headers()
  /// How the final head frames its response; `nil` before it is complete.
  @exclusivity(unchecked) package private(set) var framing: AnswerFraming?
  /// Whether the final head is complete.
  @exclusivity(unchecked) package private(set) var isComplete = false
  @exclusivity(unchecked) private var bytes = 0
  /// The number of interim responses with status 104 that were read.
  @exclusivity(unchecked) private var progressCount = 0
  /// The bytes of interim heads that count for those that follow.
  @exclusivity(unchecked) private var counted = 0
  /// The most of them: a server that receives a large upload may send very many.
  private static let mostProgress = 1 << 20
  /// The head before; from `position` on, once lines differ, the head that is being read.
  @exclusivity(unchecked) private var known = KnownHead()
  /// The number of lines read of the head.
  @exclusivity(unchecked) private var position = 0
  /// Whether all of them equal those of the previous head, so that nothing was parsed.
  @exclusivity(unchecked) private var isSame = true
  /// Whether the status line was read; no later line is one.
  @exclusivity(unchecked) private var hasStatus = false

  package init() {}

  /// Whether the next line is the first of a head.
  package var isAtStart: Bool { position == 0 && !isComplete }

  /// Prepares the reader for another response.
  package func begin() {
    // The last head may have ended among changed lines.
    if !isSame || !known.isComplete { known.cut(at: 0) }
    status = Status(0)
    httpVersion = nil
    headers = Headers()
    if !trailers.isEmpty { trailers = Headers() }
    framing = nil
    isComplete = false
    (bytes, counted) = (0, 0)
    progressCount = 0
    position = 0
    isSame = true
    hasStatus = false
  }

  /// Reads a line, its end included.
  package func take(_ line: UnsafeRawBufferPointer, limit: Int) -> Line {
    bytes += line.count
    guard bytes <= limit else { return .tooLarge }
    if isComplete { return HeadReader.field(HeadReader.withoutEnd(line), into: &trailers) }
    if known.isComplete, known.hasLine(line, at: position) {
      position += 1
      if isSame { return position == known.lineCount ? knownHeadEnded() : .part }
      // The first line is the status, the last one is empty, and every other is a field.
      guard position == known.lineCount else {
        let field = known.headers[position - 2]
        headers.append(field.name, field.value)
        return .part
      }
      return endHead()
    }
    catchUp()
    return takeApart(line)
  }

  private func knownHeadEnded() -> Line {
    takeStatus(of: known)
    headers = known.headers
    framing = known.framing
    isComplete = true
    return .finalHead(status)
  }

  /// Adopts the known values of the lines so far when one differs.
  private func catchUp() {
    guard isSame else { return }
    isSame = false
    guard position > 0 else { return }
    takeStatus(of: known)
    headers.reserveCapacity(known.headers.count + 2)
    for field in known.headers.prefix(position - 1) { headers.append(field.name, field.value) }
  }

  private func takeStatus(of head: KnownHead) {
    status = head.status
    httpVersion = head.httpVersion
    hasStatus = true
  }

  private func takeApart(_ line: UnsafeRawBufferPointer) -> Line {
    let text = HeadReader.withoutEnd(line)
    if text.isEmpty {
      remember(line)
      return endHead()
    }
    if !hasStatus, HeadReader.beginsHead(text), let (version, code) = HeadReader.statusLine(text) {
      hasStatus = true
      httpVersion = version
      status = Status(code)
      headers = Headers()
      headers.reserveCapacity(12)
      position = 0
      known.cut(at: 0)
      remember(line)
      return .part
    }
    let result = HeadReader.field(text, into: &headers)
    if case .part = result, headers.count == position { remember(line) } else { position = .max }
    return result
  }

  /// Caches a line for the next response, unless the head is not cached any more.
  private func remember(_ line: UnsafeRawBufferPointer) {
    guard position < .max else { return }
    position = known.put(line, at: position) ? position + 1 : .max
  }

  private func endHead() -> Line {
    defer {
      isSame = true
      position = 0
    }
    guard !status.isInformational || status == 101 else {
      known.cut(at: 0)
      hasStatus = false
      // Reports of an upload's progress are many, and each is forgotten with the next: counted together they would end
      // a long upload.
      if status == 104, progressCount < HeadReader.mostProgress {
        progressCount += 1
        bytes = counted
      } else {
        counted = bytes
      }
      return .interimHead(status)
    }
    isComplete = true
    do throws(AnswerFraming.Ambiguity) {
      let framing = try AnswerFraming(headers, version: httpVersion)
      self.framing = framing
      known.complete(lines: position, status, httpVersion, headers, framing)
      return .finalHead(status)
    } catch {
      known.cut(at: 0)
      return .ambiguous(error.reason)
    }
  }

  private static func withoutEnd(_ line: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
    var count = line.count
    while count > 0, line[count - 1] == UInt8(ascii: "\n") || line[count - 1] == UInt8(ascii: "\r") { count -= 1 }
    return line[..<count]
  }

  private static func beginsHead(_ line: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard line.count >= 5, let start = line.base.baseAddress else { return false }
    return memcmp(start, "HTTP/", 5) == 0
  }

  /// Parses `HTTP/1.1 200 OK` or `HTTP/2 200`; the reason phrase is ignored (RFC 9112 §4).
  private static func statusLine(_ line: Slice<UnsafeRawBufferPointer>) -> (ExchangeMetrics.HTTPVersion, Int)? {
    let rest = line.dropFirst(5)
    guard let space = rest.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let version = rest[..<space]
    let digits = rest[space...].dropFirst().prefix(3)
    guard let major = version.first.flatMap(digit), digits.count == 3 else { return nil }
    // Three digits, of which the first is a class (RFC 9110 §15).
    guard rest[digits.endIndex...].first.map(FieldText.isSpace) ?? true, digits.first != UInt8(ascii: "0") else {
      return nil
    }
    var code = 0
    for byte in digits {
      guard let value = digit(byte) else { return nil }
      code = code * 10 + value
    }
    let minor = version.count == 3 ? version.last.flatMap(digit) ?? 0 : 0
    return (ExchangeMetrics.HTTPVersion(major: major, minor: minor), code)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    let value = Int(byte) - Int(UInt8(ascii: "0"))
    return (0...9).contains(value) ? value : nil
  }

  private static func field(_ line: Slice<UnsafeRawBufferPointer>, into fields: inout Headers) -> Line {
    guard let first = line.first else { return .part }
    // A line that starts with white space would continue the one before (obs-fold, RFC 9112 §5.2). Others take it for
    // a field of its own, or for the end of the head, so it is refused as servers must refuse it.
    guard !FieldText.isSpace(first) else { return .malformed }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return .malformed }
    let name = line[..<colon]
    let value = FieldText.trimmed(line[line.index(after: colon)...])
    // White space in a name or before the colon would hide the field from comparisons (RFC 9112 §5.1), as would any other
    // byte that stands in no token.
    guard name.allSatisfy(FieldCharacters.isToken), isPlain(value) else { return .malformed }
    let (nameBytes, valueBytes) = (UnsafeRawBufferPointer(rebasing: name), UnsafeRawBufferPointer(rebasing: value))
    fields.append(FieldText.decode(nameBytes), FieldText.value(valueBytes, of: nameBytes))
    return .part
  }

  /// Whether a value has no NUL and no carriage return, which others may take for its end (RFC 9110 §5.5).
  private static func isPlain(_ value: Slice<UnsafeRawBufferPointer>) -> Bool {
    value.allSatisfy { $0 != 0 && $0 != UInt8(ascii: "\r") }
  }

}
