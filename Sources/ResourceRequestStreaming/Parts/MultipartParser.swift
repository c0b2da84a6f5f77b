// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// Parses a multipart body, wherever chunks end (RFC 2046 §5.1).
///
/// Pure. It buffers the head of a part, or what may be the start of a boundary, only. Lines may end with a bare line
/// feed, as those of many cameras do.
package struct MultipartParser: Sendable {
  /// The parsed tokens in order: for each part a head, data and an end.
  package enum Token: Sendable, Hashable {
    case head(Headers)
    case data(Data)
    case end
  }

  /// The position in the body.
  enum Place: Sendable, Hashable {
    case preamble, head, body, epilogue
  }

  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  private var delimiter: MultipartDelimiter
  /// That of a server whose parameter has the dashes of the delimiter already, as cameras write it.
  private let bareDelimiter: MultipartDelimiter?
  private let headLimit: Int
  private let endsAnywhere: Bool
  private(set) var place = Place.preamble
  /// Undecided bytes, beginning with a virtual line feed before the first byte, where a boundary may stand too.
  private var pending: [UInt8] = [lineFeed]
  /// What was wrong behind what was returned last.
  private(set) var fault: StreamFault?
  /// Whether the first pending byte is a line feed that belongs to the preceding data.
  private var isLedByLineFeed = true
  private var fields: [(name: String, value: String)] = []
  private var headSize = 0
  /// The number of parts that have begun.
  private var count = 0

  /// Creates a parser.
  ///
  /// - Parameters:
  ///   - boundary: the boundary of the content type.
  ///   - headLimit: the maximum number of bytes of a part's head.
  ///   - endsAnywhere: whether it is as loose as a camera's: the last part may end with the stream, without a boundary, and
  ///     a boundary that begins with the dashes of a delimiter may be the delimiter.
  package init(boundary: String, headLimit: Int = 64 << 10, endsAnywhere: Bool = false) {
    delimiter = MultipartDelimiter("--\(boundary)")
    bareDelimiter = endsAnywhere && boundary.begins(withBytesOf: "--") ? MultipartDelimiter(boundary) : nil
    self.headLimit = headLimit
    self.endsAnywhere = endsAnywhere
  }

  /// Takes a chunk in.
  ///
  /// - Returns: what it completes.
  /// - Throws: ``StreamFault`` where the head of a part is too large, or none.
  package mutating func read(_ chunk: Data) throws(StreamFault) -> [Token] {
    if let fault { throw fault }
    var tokens: [Token] = []
    do throws(StreamFault) {
      try read(chunk, &tokens)
    } catch {
      // What is complete is told first, however the bytes were cut.
      guard !tokens.isEmpty else { throw error }
      fault = error
    }
    return tokens
  }

  private mutating func read(_ chunk: Data, _ tokens: inout [Token]) throws(StreamFault) {
    guard place != .epilogue else { return }
    pending.append(contentsOf: chunk)
    var start = 0
    var goesOn = true
    while goesOn {
      switch place {
      case .epilogue:
        start = pending.count
        goesOn = false
      case .head:
        goesOn = try readLine(&start, &tokens)
      case .preamble, .body:
        goesOn = readBody(&start, &tokens)
      }
    }
    pending.removeSubrange(..<start)
  }

  /// Takes note of the end of the stream.
  ///
  /// - Returns: what it completes.
  /// - Throws: ``StreamFault/malformed(_:)`` where it ends too early.
  package mutating func finish() throws(StreamFault) -> [Token] {
    if let fault { throw fault }
    defer { place = .epilogue }
    switch place {
    case .epilogue:
      return []
    case .preamble:
      throw .malformed("the stream ended without a part; its boundary was not found")
    case .head:
      if fields.isEmpty, pending.isEmpty, endsAnywhere { return [] }
      throw .malformed("the stream ended in the head of part \(count + 1)")
    case .body:
      guard endsAnywhere else { throw .malformed("the stream ended in part \(count), without the boundary after it") }
      var tokens: [Token] = []
      // The last line may be a boundary without the end of its line.
      let lineFeed = pending.firstIndex(of: MultipartParser.lineFeed)
      let boundary = lineFeed.flatMap { delimiter.begins(pending[$0...]) ? $0 : nil }
      emit(0, boundary.map { endOfData(before: $0, from: 0) } ?? pending.count, &tokens)
      return tokens + [.end]
    }
  }

  /// The end of the data before a boundary's line feed, or the carriage return before that.
  private func endOfData(before lineFeed: Int, from start: Int) -> Int {
    lineFeed > start && pending[lineFeed - 1] == MultipartParser.carriageReturn ? lineFeed - 1 : lineFeed
  }

  /// Returns data up to a boundary and skips the boundary; `false` if more bytes are needed.
  private mutating func readBody(_ start: inout Int, _ tokens: inout [Token]) -> Bool {
    var search = start
    while let lineFeed = pending[search...].firstIndex(of: MultipartParser.lineFeed) {
      let end = endOfData(before: lineFeed, from: start)
      switch match(at: lineFeed) {
      case .none:
        search = lineFeed + 1
      case .unsettled:
        emit(start, end, &tokens)
        start = max(start, end)
        return false
      case .found(let next, let isLast):
        emit(start, end, &tokens)
        if place == .body { tokens.append(.end) }
        start = next
        place = isLast ? .epilogue : .head
        isLedByLineFeed = false
        return true
      }
    }
    let holdsReturn = pending.count > start && pending.last == MultipartParser.carriageReturn
    let end = holdsReturn ? pending.count - 1 : pending.count
    emit(start, end, &tokens)
    start = end
    return false
  }

  /// Whether a delimiter follows a line feed; the first decides how all are written.
  private mutating func match(at lineFeed: Int) -> MultipartDelimiter.Match {
    let match = delimiter.match(pending, at: lineFeed)
    guard case .none = match, place == .preamble, let bareDelimiter else { return match }
    let bareMatch = bareDelimiter.match(pending, at: lineFeed)
    if case .found = bareMatch { delimiter = bareDelimiter }
    return bareMatch
  }

  private mutating func emit(_ start: Int, _ end: Int, _ tokens: inout [Token]) {
    guard start < end else { return }
    let first = isLedByLineFeed ? start + 1 : start
    isLedByLineFeed = false
    if place == .body, first < end { tokens.append(.data(Data(pending[first..<end]))) }
  }

  /// Reads a line of a head; `false` if more bytes are needed.
  private mutating func readLine(_ start: inout Int, _ tokens: inout [Token]) throws(StreamFault) -> Bool {
    let lineFeed = pending[start...].firstIndex(of: MultipartParser.lineFeed)
    guard (lineFeed ?? pending.count) - start <= headLimit - headSize else {
      throw .tooLarge("the head of part \(count + 1)", limit: headLimit)
    }
    guard let lineFeed else { return false }
    var line = pending[start..<lineFeed]
    if line.last == MultipartParser.carriageReturn { line.removeLast() }
    guard !line.isEmpty else {
      tokens.append(.head(Headers(fields.map { Headers.Field(name: $0.name, value: $0.value) })))
      fields = []
      headSize = 0
      count += 1
      place = .body
      // The line feed may precede a boundary, after a part without a body.
      start = lineFeed
      isLedByLineFeed = true
      return true
    }
    headSize += lineFeed - start + 1
    try take(String(decoding: line, as: UTF8.self))
    start = lineFeed + 1
    return true
  }

  private mutating func take(_ line: String) throws(StreamFault) {
    if let last = fields.indices.last, line.utf8.first == 0x20 || line.utf8.first == 0x09 {
      let folded = String(line.trimmingBlanks())
      guard HeaderFieldRules.violation(name: fields[last].name, value: folded) == nil else { throw refusal }
      fields[last].value += " \(folded)"
      return
    }
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { throw refusal }
    let name = String(line[..<colon])
    let value = String(line[line.index(after: colon)...].trimmingBlanks())
    guard HeaderFieldRules.violation(name: name, value: value) == nil else { throw refusal }
    fields.append((name, value))
  }

  private var refusal: StreamFault { .malformed("the head of part \(count + 1) has a line that is not a header field") }
}

/// The line that separates parts, with the line feed before it.
struct MultipartDelimiter: Sendable {
  /// The match at a line feed.
  enum Match {
    case none
    /// It may be a delimiter; more bytes are needed.
    case unsettled
    /// It is a delimiter: the start of the next line, and whether it is the last.
    case found(next: Int, isLast: Bool)
  }

  /// The maximum number of spaces after a boundary.
  private static let paddingLimit = 256

  private let bytes: [UInt8]

  init(_ text: String) {
    bytes = Array("\n\(text)".utf8)
  }

  /// Whether a text begins with the delimiter, whatever follows on its line.
  func begins(_ text: ArraySlice<UInt8>) -> Bool { text.starts(with: bytes) }

  func match(_ text: [UInt8], at start: Int) -> Match {
    var place = start
    for byte in bytes {
      guard place < text.count else { return .unsettled }
      guard text[place] == byte else { return .none }
      place += 1
    }
    let dash = UInt8(ascii: "-")
    if place < text.count, text[place] == dash {
      guard place + 1 < text.count else { return .unsettled }
      return text[place + 1] == dash ? .found(next: place + 2, isLast: true) : .none
    }
    let padding = place
    while place < text.count, text[place] == 0x20 || text[place] == 0x09 {
      place += 1
      if place - padding > MultipartDelimiter.paddingLimit { return .none }
    }
    if place < text.count, text[place] == MultipartParser.carriageReturn { place += 1 }
    guard place < text.count else { return .unsettled }
    return text[place] == MultipartParser.lineFeed ? .found(next: place + 1, isLast: false) : .none
  }
}
