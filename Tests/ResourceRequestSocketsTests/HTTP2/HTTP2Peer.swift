// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2
  import ResourceRequestCore
  import Testing

  @testable import ResourceRequestSockets

  /// nghttp2's server, in memory: it answers when a request is whole.
  final class HTTP2Peer {
    struct Request {
      var fields: [String] = []
      var body: [UInt8] = []
      var isWhole = false
    }

    struct Answer {
      var fields: [(String, String)] = [(":status", "200")]
      var body: [UInt8] = []
      var trailers: [(String, String)] = []
      /// Heads before it.
      var interim: [[(String, String)]] = []
    }

    private(set) var requests: [Int32: Request] = [:]
    private(set) var resets: [Int32: UInt32] = [:]
    private var answers: [Int32: Answer] = [:]
    private let answer: (Request) -> Answer?
    private(set) var session: OpaquePointer?

    init(settings: [nghttp2_settings_entry] = [], _ answer: @escaping (Request) -> Answer?) throws {
      self.answer = answer
      var callbacks: OpaquePointer?
      #expect(nghttp2_session_callbacks_new(&callbacks) == 0)
      defer { nghttp2_session_callbacks_del(callbacks) }
      nghttp2_session_callbacks_set_on_header_callback(callbacks) {
        _,
        frame,
        name,
        nameCount,
        value,
        valueCount,
        _,
        owner in
        guard let id = frame?.pointee.hd.stream_id else { return 0 }
        let text = [(name, nameCount), (value, valueCount)].map {
          String(decoding: UnsafeBufferPointer(start: $0.0, count: $0.1), as: UTF8.self)
        }
        HTTP2Peer.of(owner)?.requests[id, default: Request()].fields.append(text.joined(separator: "="))
        return 0
      }
      nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, id, bytes, count, owner in
        HTTP2Peer.of(owner)?.requests[id, default: Request()].body += UnsafeBufferPointer(start: bytes, count: count)
        return 0
      }
      nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
        guard let frame, let peer = HTTP2Peer.of(owner) else { return 0 }
        let head = frame.pointee.hd
        if head.type == UInt8(NGHTTP2_RST_STREAM.rawValue) {
          peer.resets[head.stream_id] = frame.pointee.rst_stream.error_code
        }
        guard head.type < 2, head.flags & 1 != 0 else { return 0 }
        peer.requests[head.stream_id]?.isWhole = true
        peer.respond(head.stream_id)
        return 0
      }
      let owner = Unmanaged.passUnretained(self).toOpaque()
      #expect(nghttp2_session_server_new(&session, callbacks, owner) == 0)
      #expect(nghttp2_submit_settings(session, 0, settings, settings.count) == 0)
    }

    deinit { nghttp2_session_del(session) }

    private static func of(_ owner: UnsafeMutableRawPointer?) -> HTTP2Peer? {
      owner.map { Unmanaged<HTTP2Peer>.fromOpaque($0).takeUnretainedValue() }
    }

    func give(_ bytes: [UInt8]) { #expect(nghttp2_session_mem_recv(session, bytes, bytes.count) == bytes.count) }

    func take() -> [UInt8] {
      var all: [UInt8] = []
      var piece: UnsafePointer<UInt8>?
      while true {
        let count = nghttp2_session_mem_send(session, &piece)
        guard count > 0 else { return all }
        all += UnsafeBufferPointer(start: piece, count: count)
      }
    }

    private func respond(_ id: Int32) {
      guard let answer = answer(requests[id] ?? Request()) else { return }
      answers[id] = answer
      for head in answer.interim {
        _ = HTTP2Peer.withFields(head) { nghttp2_submit_headers(session, 0, id, nil, $0, $1, nil) }
      }
      var provider = nghttp2_data_provider(source: nghttp2_data_source(fd: 0)) { _, id, buffer, room, flags, _, owner in
        guard let peer = HTTP2Peer.of(owner), let answer = peer.answers[id] else { return 0 }
        let part = answer.body.prefix(room)
        UnsafeMutableRawBufferPointer(start: buffer, count: room).copyBytes(from: part)
        peer.answers[id]?.body.removeFirst(part.count)
        guard part.count == answer.body.count else { return part.count }
        flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
        guard !answer.trailers.isEmpty else { return part.count }
        flags?.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
        _ = HTTP2Peer.withFields(answer.trailers) { nghttp2_submit_trailer(peer.session, id, $0, $1) }
        return part.count
      }
      _ = HTTP2Peer.withFields(answer.fields) { nghttp2_submit_response(session, id, $0, $1, &provider) }
    }

    private static func withFields(
      _ fields: [(String, String)],
      _ use: (UnsafePointer<nghttp2_nv>?, Int) -> Int32
    ) -> Int32 {
      let copies = fields.map { (Array($0.0.utf8), Array($0.1.utf8)) }
      let places = copies.map {
        (name: [UInt8], value: [UInt8]) -> (UnsafeMutableBufferPointer<UInt8>, UnsafeMutableBufferPointer<UInt8>) in
        let one = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: name.count)
        let other = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: value.count)
        _ = (one.initialize(from: name), other.initialize(from: value))
        return (one, other)
      }
      defer {
        for place in places {
          place.0.deallocate()
          place.1.deallocate()
        }
      }
      let entries = places.map {
        nghttp2_nv(name: $0.0.baseAddress, value: $0.1.baseAddress, namelen: $0.0.count, valuelen: $0.1.count, flags: 0)
      }
      return use(entries, entries.count)
    }
  }

  /// A client and nghttp2's server that exchange bytes in pieces of a size.
  final class HTTP2Pair {
    let record = HTTP2Record()
    let client: HTTP2Session
    let peer: HTTP2Peer
    private let piece: Int
    private let queue = ByteQueue()

    init(
      _ limits: HTTP2Limits = HTTP2Limits(),
      settings: [nghttp2_settings_entry] = [],
      piece: Int = .max,
      _ answer: @escaping (HTTP2Peer.Request) -> HTTP2Peer.Answer?
    ) throws {
      client = try #require(HTTP2Session(limits: limits, events: record))
      peer = try HTTP2Peer(settings: settings, answer)
      self.piece = piece
      record.onData = { [client] stream, count in client.consume(stream, count) }
    }

    @discardableResult
    func submit(
      _ method: String,
      _ path: String = "/",
      headers: Headers = [:],
      body: (any HTTP2BodySource)? = nil
    ) throws -> HTTP2Stream {
      let head = HTTP2RequestHead(method: method, scheme: "https", authority: "api.test", path: path, headers: headers)
      return try #require(client.submit(head, body: body))
    }

    /// Exchanges bytes until neither end has any; the number of times the client wrote.
    @discardableResult
    func run(limit: Int = 16 << 10) -> Int {
      var writes = 0
      while true {
        client.gather(into: queue, upTo: limit)
        let sent = Array(queue.bytes)
        queue.drop(queue.count)
        if !sent.isEmpty { writes += 1 }
        #expect(sent.count <= limit + 9)
        for part in pieces(of: sent) { peer.give(part) }
        let answer = peer.take()
        for part in pieces(of: answer) {
          #expect(part.withUnsafeBytes { client.receive($0, period: 0) } == nil)
        }
        if sent.isEmpty, answer.isEmpty { return writes }
      }
    }

    private func pieces(of bytes: [UInt8]) -> [[UInt8]] {
      stride(from: 0, to: bytes.count, by: min(piece, max(bytes.count, 1))).map {
        Array(bytes[$0..<min(bytes.count, $0 + min(piece, bytes.count))])
      }
    }
  }
#endif
