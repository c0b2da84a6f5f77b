// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2
  import ResourceRequestCore
  import Testing

  @testable import ResourceRequestSockets

  /// Frames written by hand, valid or not (RFC 9113 §4).
  enum RawFrame {
    static let settings = RawFrame.of(4)

    static func of(_ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) -> [UInt8] {
      let length = payload.count
      let head = [UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags]
      return head + number(stream) + payload
    }

    /// A head, in literals without indexing (RFC 7541 §6.2.2).
    static func head(_ stream: UInt32, _ fields: [(String, String)], ends: Bool = false) -> [UInt8] {
      of(1, flags: ends ? 5 : 4, stream: stream, block(fields))
    }

    static func block(_ fields: [(String, String)]) -> [UInt8] {
      fields.flatMap { [0] + text($0.0) + text($0.1) }
    }

    static func data(_ stream: UInt32, _ bytes: [UInt8], ends: Bool = false) -> [UInt8] {
      of(0, flags: ends ? 1 : 0, stream: stream, bytes)
    }

    static func reset(_ stream: UInt32, _ code: UInt32) -> [UInt8] { of(3, stream: stream, number(code)) }

    static func goAway(_ last: UInt32, _ code: UInt32, _ debug: String = "") -> [UInt8] {
      of(7, number(last) + number(code) + Array(debug.utf8))
    }

    static func setting(_ id: UInt8, _ value: UInt32) -> [UInt8] { of(4, [0, id] + number(value)) }

    static func windowUpdate(_ stream: UInt32, _ count: UInt32) -> [UInt8] { of(8, stream: stream, number(count)) }

    private static func number(_ number: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// A text with its length in a prefix of seven bits, which may go on (RFC 7541 §5.1).
    private static func text(_ text: String) -> [UInt8] {
      var rest = text.utf8.count
      guard rest >= 127 else { return [UInt8(rest)] + text.utf8 }
      var length: [UInt8] = [127]
      rest -= 127
      while rest >= 128 {
        length.append(UInt8(rest & 127 | 128))
        rest >>= 7
      }
      return length + [UInt8(rest)] + text.utf8
    }
  }

  /// Collects events as text.
  final class HTTP2Record: HTTP2Events {
    private(set) var log: [String] = []
    private(set) var bodies: [Int32: [UInt8]] = [:]
    private(set) var ends: [Int32: HTTP2StreamEnd] = [:]
    private(set) var heads: [Int32: Headers] = [:]
    /// Called with each piece of a body.
    var onData: ((HTTP2Stream, Int) -> Void)?

    func interimHead(_ stream: HTTP2Stream, _ status: Status, _ headers: Headers) {
      log.append("\(stream.id) interim \(status.code)" + text(headers))
    }

    func head(_ stream: HTTP2Stream, _ status: Status, _ headers: Headers) {
      heads[stream.id] = headers
      log.append("\(stream.id) head \(status.code)" + text(headers))
    }

    func data(_ stream: HTTP2Stream, _ bytes: UnsafeRawBufferPointer) {
      bodies[stream.id, default: []] += bytes
      onData?(stream, bytes.count)
    }

    func ended(_ stream: HTTP2Stream, trailers: Headers) { log.append("\(stream.id) ended" + text(trailers)) }

    func closed(_ stream: HTTP2Stream, _ end: HTTP2StreamEnd) {
      ends[stream.id] = end
      log.append("\(stream.id) closed \(end)")
    }

    func goAway(lastStream: Int32, code: UInt32, debug: String) { log.append("goaway \(lastStream) \(code) \(debug)") }
    func settingsChanged() { log.append("settings") }
    func pingAnswered() { log.append("pong") }

    private func text(_ headers: Headers) -> String { headers.map { " \($0.name)=\($0.value)" }.joined() }
  }

  /// A body of bytes, given in pieces.
  final class TestBody: HTTP2BodySource {
    private var rest: ArraySlice<UInt8>
    let trailers: Headers
    /// The most bytes given at once.
    private let piece: Int
    /// Whether there is nothing for now.
    var isLate = false
    var fails = false

    init(_ bytes: [UInt8], trailers: Headers = [:], piece: Int = .max) {
      (rest, self.trailers, self.piece) = (bytes[...], trailers, piece)
    }

    var left: Int { rest.count }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyPiece {
      if fails { return .failed }
      if isLate { return .later }
      let part = rest.prefix(min(buffer.count, piece))
      buffer.copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return .bytes(part.count, isLast: rest.isEmpty)
    }
  }

  /// A client whose server is written by hand.
  final class RawPair {
    let record = HTTP2Record()
    let client: HTTP2Session
    /// The number of the period.
    var period: UInt64 = 0
    private let queue = ByteQueue()

    init(_ limits: HTTP2Limits = HTTP2Limits()) throws {
      client = try #require(HTTP2Session(limits: limits, events: record))
      _ = sent()
      #expect(give(RawFrame.settings) == nil)
    }

    /// What the client wants to send.
    func sent() -> [UInt8] {
      while client.wantsWrite {
        let before = queue.count
        client.gather(into: queue, upTo: .max)
        if queue.count == before { break }
      }
      defer { queue.drop(queue.count) }
      return Array(queue.bytes)
    }

    @discardableResult
    func give(_ bytes: [UInt8], piece: Int = .max) -> HTTP2Fault? {
      var fault: HTTP2Fault?
      var rest = bytes[...]
      while !rest.isEmpty, fault == nil {
        let part = Array(rest.prefix(piece))
        rest = rest.dropFirst(part.count)
        fault = part.withUnsafeBytes { client.receive($0, period: period) }
        _ = sent()
        fault = client.fault
      }
      return fault
    }

    /// Submits a GET.
    @discardableResult
    func get(_ path: String = "/", headLimit: Int = .max, headers: Headers = [:]) throws -> HTTP2Stream {
      let head = HTTP2RequestHead(method: "GET", scheme: "https", authority: "api.test", path: path, headers: headers)
      return try #require(client.submit(head, headLimit: headLimit))
    }
  }
#endif
