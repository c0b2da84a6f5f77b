// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if os(Linux)
  @testable import ResourceRequestCore
  @testable import ResourceRequestLoop
  @testable import ResourceRequestSockets

  /// The reader of responses in HTTP/1: however bytes are cut, and whatever was read before, they mean the same.
  ///
  /// The first byte of an input selects the limit of heads, whether the request was a HEAD, and whether the connection ends
  /// behind the bytes; the second how they are cut. What follows a response is read as the next one.
  enum ResponseParserFuzz: FuzzTarget {
    static let name = "response-parser"
    static let seeds: String? = "Tests/Fuzz/Seeds/http1"

    /// What a parser makes of a response.
    private struct Reading: Equatable {
      var heads: [String] = []
      var body: [UInt8] = []
      var trailers: [String] = []
      var end = ""
      var announced: Int?
      var keeps = false
      /// The bytes that were taken by a response that has ended; a fault may be noticed before its line has.
      var count = 0
    }

    private static let limits = [64, 300, 1000, 1 << 20]

    static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard bytes.count >= 2 else { return }
      let (choice, cut) = (bytes[0], bytes[1])
      let (limit, isToHead, ends) = (limits[Int(choice & 3)], choice & 4 != 0, choice & 8 != 0)
      var rest = bytes.dropFirst(2)
      var reused = ResponseParser()
      while true {
        let input = Array(rest)
        var fresh = ResponseParser()
        let whole = read(input, by: &fresh, limit, isToHead, ends) { _ in .max }
        for size in [{ _ in 1 }, { Int($0 ^ cut) % 37 + 1 }, { _ in .max }] as [(UInt8) -> Int] {
          let other = read(input, by: &reused, limit, isToHead, ends, size)
          precondition(other == whole, "\(other) is not \(whole)")
        }
        guard whole.end == "end", whole.count > 0 else { return }
        rest = rest.dropFirst(whole.count)
      }
    }

    private static func read(
      _ input: [UInt8],
      by parser: inout ResponseParser,
      _ limit: Int,
      _ isToHead: Bool,
      _ ends: Bool,
      _ size: (UInt8) -> Int
    ) -> Reading {
      parser.begin(isToHead: isToHead, headLimit: limit)
      precondition(parser.isUntouched)
      var reading = Reading()
      var rest = input[...]
      while let first = rest.first, reading.end.isEmpty {
        let piece = rest.prefix(size(first))
        rest = rest.dropFirst(piece.count)
        let left = piece.withUnsafeBytes { take($0, by: &parser, into: &reading) }
        reading.count += piece.count - left
      }
      if !reading.end.isEmpty {
        var nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        guard case .end = parser.next(&nothing) else { preconditionFailure("a response that has ended goes on") }
        precondition(reading.end == "end" || !parser.keepsConnection)
      } else if ends {
        note(parser.ended(), of: parser, in: &reading)
      }
      precondition(reading.body.count <= reading.count && reading.count <= input.count)
      reading.keeps = reading.end == "end" && parser.keepsConnection
      if reading.end != "end" { reading.count = 0 }
      return reading
    }

    /// Takes a piece; returns how many bytes of it were left.
    private static func take(
      _ piece: UnsafeRawBufferPointer,
      by parser: inout ResponseParser,
      into reading: inout Reading
    ) -> Int {
      var input = piece
      while reading.end.isEmpty {
        let event = parser.next(&input)
        if case .needsMore = event {
          precondition(input.isEmpty)
          break
        }
        note(event, of: parser, in: &reading)
      }
      return input.count
    }

    private static func note(_ event: ResponseParser.Event, of parser: ResponseParser, in reading: inout Reading) {
      switch event {
      case .needsMore: preconditionFailure("the connection has ended")
      case .interim(let status): reading.heads.append("interim \(status)" + text(parser.reader.headers))
      case .head:
        reading.heads.append("\(parser.reader.status)" + text(parser.reader.headers))
        reading.announced = parser.announcedLength
      case .body(let piece):
        precondition(!piece.isEmpty)
        reading.body += piece
      case .end:
        reading.trailers = parser.reader.trailers.map { "\($0.name): \($0.value)" }
        reading.end = "end"
      case .fault(let fault): reading.end = "\(fault)"
      }
    }

    private static func text(_ headers: Headers) -> String {
      headers.map { "\n\($0.name): \($0.value)" }.joined()
    }
  }
#endif
