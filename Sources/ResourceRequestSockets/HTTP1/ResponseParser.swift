// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// Reads one response of HTTP/1 (RFC 9112): bytes in, events out.
  ///
  /// It has no socket and no clock. Laxness that lets a message be smuggled past another reader is refused: folded lines,
  /// blanks before a colon, bare carriage returns, NUL, several or malformed lengths, codings beside `chunked`, malformed
  /// chunks. What a peer may make long has a limit:
  ///
  /// | what | limit |
  /// | --- | --- |
  /// | heads of interim and final responses and trailers, together | ``ExchangeOptions/headLimit``; progress reports (104) one by one |
  /// | a chunk's size line | 1,024 bytes |
  /// | chunk extensions of a response, together | 64 KiB, or as many bytes as its body has so far |
  struct ResponseParser {
    /// What the next bytes mean.
    enum Event {
      /// All bytes are used up.
      case needsMore
      /// An interim response has ended.
      case interim(Status)
      /// The final head has ended.
      case head
      /// A piece of the body, valid as long as the input.
      case body(UnsafeRawBufferPointer)
      /// The response is complete.
      case end
      /// The peer breaks the protocol.
      case fault(Fault)
    }

    /// Why a response is refused.
    enum Fault: Error, Equatable {
      /// It does not begin as a response of HTTP/1.
      case foreign
      case headTooLarge
      /// The reason phrase of the status line has a control.
      case reasonMalformed
      case headMalformed
      /// It is framed ambiguously, for this reason.
      case ambiguous(String)
      case switchesProtocols
      case chunkMalformed
      case chunkExtensionsTooLarge
      /// The connection ended before the head was complete, or within it.
      case endedInHead
      /// The connection ended within the body.
      case endedInBody
      /// The connection ended before as many bytes had come as were announced.
      case tooShort(Int, of: Int)
    }

    private enum Place: Equatable {
      case head
      /// This many bytes of the body are left.
      case length(Int)
      case untilEnd
      case chunkSize
      case chunk(Int)
      case chunkEnd
      case trailers
      case over
    }

    /// The heads and trailers.
    let reader = HeadReader()
    private var place = Place.head
    private var hasFirstLine = false
    /// The start of a line whose end has not arrived.
    private var part: [UInt8] = []
    private var isToHead = false
    private var headLimit = Int.max
    private var announced: Int?
    private var bodyCount = 0
    private var extensionCount = 0
    /// Whether the body ends with the connection.
    private(set) var endsWithConnection = false

    private static let longestSizeLine = 1024
    private static let freeExtensions = 64 << 10

    /// Prepares for the next response.
    ///
    /// - Parameters:
    ///   - isToHead: whether the request's method is HEAD, so that no body follows.
    ///   - headLimit: the most bytes of heads and trailers.
    mutating func begin(isToHead: Bool, headLimit: Int) {
      reader.begin()
      place = .head
      hasFirstLine = false
      part.removeAll(keepingCapacity: true)
      self.isToHead = isToHead
      self.headLimit = headLimit
      announced = nil
      bodyCount = 0
      extensionCount = 0
      endsWithConnection = false
    }

    /// The announced length of the body; `nil` if it is framed otherwise.
    var announcedLength: Int? { announced }

    /// The bytes of the body that are known to follow; 0 unless it is framed by its length.
    var rest: Int { if case .length(let rest) = place { rest } else { 0 } }

    /// Whether nothing of the response has arrived.
    var isUntouched: Bool { place == .head && !hasFirstLine && part.isEmpty && reader.isAtStart }

    /// Whether the connection may serve another request, as far as the response says (RFC 9112 §9.3).
    var keepsConnection: Bool {
      place == .over && !endsWithConnection && reader.framing?.keepsConnection == true
    }

    /// Takes bytes from the front of the input until one event is complete.
    mutating func next(_ input: inout UnsafeRawBufferPointer) -> Event {
      while true {
        switch place {
        case .over: return .end
        case .length(0):
          place = .over
          return .end
        case .length(let rest):
          guard let piece = take(rest, of: &input) else { return .needsMore }
          place = .length(rest - piece.count)
          return .body(piece)
        case .untilEnd:
          guard let piece = take(.max, of: &input) else { return .needsMore }
          return .body(piece)
        case .chunk(let rest):
          guard let piece = take(rest, of: &input) else { return .needsMore }
          place = piece.count == rest ? .chunkEnd : .chunk(rest - piece.count)
          return .body(piece)
        case .head, .chunkSize, .chunkEnd, .trailers:
          if let event = nextLine(&input) { return event }
        }
      }
    }

    /// The connection has ended.
    mutating func ended() -> Event {
      switch place {
      case .untilEnd:
        place = .over
        return .end
      case .over: return .end
      case .head: return .fault(.endedInHead)
      case .length(let rest): return .fault(.tooShort(bodyCount, of: bodyCount + rest))
      case .chunk, .chunkSize, .chunkEnd, .trailers: return .fault(.endedInBody)
      }
    }

    /// A piece of the body was received elsewhere, straight into its place.
    mutating func tookBody(_ count: Int) {
      guard case .length(let rest) = place else { return }
      bodyCount += count
      place = .length(rest - count)
    }

    private mutating func take(_ most: Int, of input: inout UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
      guard !input.isEmpty else { return nil }
      let piece = UnsafeRawBufferPointer(rebasing: input.prefix(most))
      input = UnsafeRawBufferPointer(rebasing: input.dropFirst(piece.count))
      bodyCount += piece.count
      return piece
    }

    // MARK: Lines

    /// Takes a line, or the start of one.
    private mutating func nextLine(_ input: inout UnsafeRawBufferPointer) -> Event? {
      guard let start = input.baseAddress, !input.isEmpty else { return .needsMore }
      // A peer of another protocol may never end a line.
      guard mayBegin(input) else { return fails(.foreign) }
      guard let end = memchr(start, 0x0A, input.count) else {
        guard part.count + input.count <= longestLine else { return fails(lineTooLong) }
        part.append(contentsOf: input)
        input = UnsafeRawBufferPointer(rebasing: input.suffix(0))
        return .needsMore
      }
      let count = start.distance(to: UnsafeRawPointer(end)) + 1
      let line = UnsafeRawBufferPointer(rebasing: input.prefix(count))
      input = UnsafeRawBufferPointer(rebasing: input.dropFirst(count))
      guard part.count + count <= longestLine else { return fails(lineTooLong) }
      if part.isEmpty { return taken(line) }
      part.append(contentsOf: line)
      // Taken out, since reading the line changes this value.
      let whole = part
      defer { part.removeAll(keepingCapacity: true) }
      return whole.withUnsafeBytes { taken($0) }
    }

    /// Whether what has come of a first line begins as one of HTTP/1 (RFC 9112 §4).
    private func mayBegin(_ input: UnsafeRawBufferPointer) -> Bool {
      guard !hasFirstLine, part.count < 7, place == .head else { return true }
      return zip(input, "HTTP/1.".utf8.dropFirst(part.count)).allSatisfy { $0 == $1 }
    }

    private var longestLine: Int {
      switch place {
      case .chunkSize: ResponseParser.longestSizeLine
      case .chunkEnd: 2
      default: headLimit
      }
    }

    private var lineTooLong: Fault {
      switch place {
      case .chunkSize: .chunkExtensionsTooLarge
      case .chunkEnd: .chunkMalformed
      default: .headTooLarge
      }
    }

    private mutating func fails(_ fault: Fault) -> Event {
      place = .over
      endsWithConnection = true
      return .fault(fault)
    }

    private mutating func taken(_ line: UnsafeRawBufferPointer) -> Event? {
      switch place {
      case .chunkSize: return chunkBegins(line)
      case .chunkEnd:
        guard line.count == 2, line[0] == 0x0D else { return fails(.chunkMalformed) }
        place = .chunkSize
        return nil
      case .trailers: return trailer(line)
      default: return headLine(line)
      }
    }

    private mutating func headLine(_ line: UnsafeRawBufferPointer) -> Event? {
      if !hasFirstLine {
        guard ResponseParser.beginsResponse(line) else { return fails(.foreign) }
        guard ResponseParser.hasPlainReason(line) else { return fails(.reasonMalformed) }
        hasFirstLine = true
      }
      guard ResponseParser.hasOneEnd(line) else { return fails(.headMalformed) }
      switch reader.take(line, limit: headLimit) {
      case .part: return nil
      case .tooLarge: return fails(.headTooLarge)
      case .malformed: return fails(.headMalformed)
      case .ambiguous(let reason): return fails(.ambiguous(reason))
      case .interimHead(let status):
        hasFirstLine = false
        return .interim(status)
      case .finalHead(101): return fails(.switchesProtocols)
      case .finalHead(let status): return headEnded(status)
      }
    }

    private mutating func headEnded(_ status: Status) -> Event {
      let framing = reader.framing
      if isToHead || status == 204 || status == 304 {
        place = .length(0)
        // A server that announces what a 204 cannot have (RFC 9110 §8.6) may send it too.
        if status == 204, framing?.isChunked == true || framing?.length ?? 0 > 0 { endsWithConnection = true }
      } else if framing?.isChunked == true {
        place = .chunkSize
      } else if let length = framing?.length {
        announced = length
        place = .length(length)
      } else {
        place = .untilEnd
        endsWithConnection = true
      }
      return .head
    }

    /// A status line of HTTP/1.
    private static func beginsResponse(_ line: UnsafeRawBufferPointer) -> Bool {
      guard line.count >= 12, let start = line.baseAddress, memcmp(start, "HTTP/1.", 7) == 0 else { return false }
      guard line[7] == UInt8(ascii: "0") || line[7] == UInt8(ascii: "1"), line[8] == 0x20 else { return false }
      for place in 9..<12 where line[place] &- 0x30 > 9 { return false }
      return line[9] != UInt8(ascii: "0")
        && (line.count == 12 || line[12] == 0x20 || line[12] == 0x0D || line[12] == 0x0A)
    }

    /// Whether the reason phrase of a status line has no control but tab.
    private static func hasPlainReason(_ line: UnsafeRawBufferPointer) -> Bool {
      hasOneEnd(line) && line[12...].allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    }

    /// Whether a line ends with CR LF or LF and has no other carriage return.
    private static func hasOneEnd(_ line: UnsafeRawBufferPointer) -> Bool {
      guard let start = line.baseAddress, let found = memchr(start, 0x0D, line.count) else { return true }
      return start.distance(to: UnsafeRawPointer(found)) == line.count - 2
    }

    // MARK: Chunks

    /// A line with the size of a chunk, and extensions, which are ignored (RFC 9112 §7.1.1).
    private mutating func chunkBegins(_ line: UnsafeRawBufferPointer) -> Event? {
      guard line.count >= 3, line[line.count - 2] == 0x0D, ResponseParser.hasOneEnd(line) else {
        return fails(.chunkMalformed)
      }
      var size = 0
      var place = 0
      while let digit = ResponseParser.hexadecimal(line[place]) {
        guard size >> 56 == 0 else { return fails(.chunkMalformed) }
        size = size << 4 | digit
        place += 1
      }
      guard place > 0, ResponseParser.areExtensions(line[place..<(line.count - 2)]) else {
        return fails(.chunkMalformed)
      }
      // Zeros before the size are of no more use.
      extensionCount += line.count - 2 - min(place, 16)
      guard extensionCount <= max(ResponseParser.freeExtensions, bodyCount) else {
        return fails(.chunkExtensionsTooLarge)
      }
      self.place = size == 0 ? .trailers : .chunk(size)
      return nil
    }

    /// Nothing but blanks, or what follows a semicolon, without controls.
    private static func areExtensions(_ rest: Slice<UnsafeRawBufferPointer>) -> Bool {
      guard let first = rest.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
      return first == UInt8(ascii: ";") && rest.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }

    private static func hexadecimal(_ byte: UInt8) -> Int? {
      switch byte {
      case 0x30...0x39: Int(byte) - 0x30
      case 0x41...0x46: Int(byte) - 0x41 + 10
      case 0x61...0x66: Int(byte) - 0x61 + 10
      default: nil
      }
    }

    private mutating func trailer(_ line: UnsafeRawBufferPointer) -> Event? {
      guard ResponseParser.hasOneEnd(line) else { return fails(.headMalformed) }
      let isLast = line.count == 1 || line.count == 2 && line[0] == 0x0D
      switch reader.take(line, limit: headLimit) {
      case .part:
        if isLast {
          place = .over
          return .end
        }
        return nil
      case .tooLarge: return fails(.headTooLarge)
      default: return fails(.headMalformed)
      }
    }
  }
#endif
