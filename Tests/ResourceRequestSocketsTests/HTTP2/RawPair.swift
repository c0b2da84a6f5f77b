// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2
  import ResourceRequestCore
  import TestSupport
  import Testing

  @testable import ResourceRequestSockets

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
