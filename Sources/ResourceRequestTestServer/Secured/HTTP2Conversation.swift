// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2
  import ResourceRequestCore
  import ResourceRequestPlatform

  /// HTTP/2, by nghttp2: each stream is a request, and plays what is done for it.
  final class HTTP2Conversation: Conversation {
    private let answer: (TestRequest) -> TestAnswer
    private var session: OpaquePointer?
    private var streams: [Int32: HTTP2Exchange] = [:]
    private var hasEnded = false
    /// The longest head of a response, in bytes.
    private static let longestHead = 8 << 20

    /// Begins; `nil` without memory.
    ///
    /// - Parameter answer: says what is done for a request.
    init?(_ answer: @escaping (TestRequest) -> TestAnswer) {
      self.answer = answer
      let owner = Unmanaged.passUnretained(self).toOpaque()
      var options: OpaquePointer?
      guard let callbacks = Self.callbacks, nghttp2_option_new(&options) == 0 else { return nil }
      defer { nghttp2_option_del(options) }
      nghttp2_option_set_max_send_header_block_length(options, Self.longestHead)
      guard nghttp2_session_server_new2(&session, callbacks, owner, options) == 0 else { return nil }
      let most = nghttp2_settings_entry(
        settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
        value: 256
      )
      nghttp2_submit_settings(session, 0, [most], 1)
    }

    deinit { nghttp2_session_del(session) }

    func receive(_ bytes: [UInt8]) {
      // What is no HTTP/2 ends the connection, with a word about it where nghttp2 has one.
      if bytes.isEmpty || nghttp2_session_mem_recv(session, bytes, bytes.count) < 0 { hasEnded = true }
    }

    func advance(_ now: ContinuousClock.Instant) -> ConversationMove {
      for stream in streams.values.sorted(by: { $0.id < $1.id }) { play(stream, now) }
      let bytes = output()
      if !bytes.isEmpty { return .send(bytes) }
      let isOver = nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0
      if hasEnded || isOver || streams.values.contains(where: \.closesConnection) { return .end }
      return .read(until: streams.values.compactMap(\.pause).min())
    }

    private func output() -> [UInt8] {
      var output: [UInt8] = []
      while output.count < 256 << 10 {
        var place: UnsafePointer<UInt8>?
        let count = nghttp2_session_mem_send(session, &place)
        guard count > 0 else { break }
        output += UnsafeBufferPointer(start: place, count: count)
      }
      return output
    }

    // MARK: Responses

    /// Goes on with what is done for a request, until that has to wait.
    private func play(_ stream: HTTP2Exchange, _ now: ContinuousClock.Instant) {
      if let request = stream.takeRequest() { stream.acts = answer(request).acts(for: request)[...] }
      while let act = stream.acts.first {
        if case .pause(let time) = act {
          let end = stream.pause ?? now.advanced(by: time)
          stream.pause = end > now ? end : nil
          guard end <= now else { return }
        }
        // A connection is closed once what comes before is sent.
        if case .close = act, !stream.outgoing.isEmpty { return }
        stream.acts.removeFirst()
        perform(act, stream)
      }
    }

    private func perform(_ act: TestAct, _ stream: HTTP2Exchange) {
      switch act {
      case .pause, .wait: break
      case .head(let status, let fields):
        // The stream outlives its body: it is removed when nghttp2 has closed it.
        var source = nghttp2_data_provider(
          source: nghttp2_data_source(ptr: Unmanaged.passUnretained(stream).toOpaque()),
          read_callback: Self.readBody
        )
        Self.withFields([(":status", "\(status.code)")] + Self.ofResponse(fields)) {
          if nghttp2_submit_response(session, stream.id, $0.baseAddress, $0.count, &source) != 0 { reset(stream.id) }
        }
      case .body(let bytes):
        stream.outgoing.append(bytes)
        nghttp2_session_resume_data(session, stream.id)
      case .end(let closes):
        stream.isWhole = true
        nghttp2_session_resume_data(session, stream.id)
        let last = nghttp2_session_get_last_proc_stream_id(session)
        if closes { nghttp2_submit_goaway(session, 0, last, NGHTTP2_NO_ERROR.rawValue, nil, 0) }
      case .reset: reset(stream.id)
      case .close: stream.closesConnection = true
      }
    }

    private func reset(_ id: Int32) { nghttp2_submit_rst_stream(session, 0, id, NGHTTP2_INTERNAL_ERROR.rawValue) }

    /// The fields of a response, without those of a connection (RFC 9113 §8.2.2).
    private static func ofResponse(_ fields: Headers) -> [(String, String)] {
      let left = ["connection", "transfer-encoding", "keep-alive", "proxy-connection", "upgrade"]
      return fields.map { ($0.name.lowercasedASCII(), $0.value) }.filter { field in
        !left.contains { $0.hasSameBytes(as: field.0) }
      }
    }

    private static func withFields(_ fields: [(String, String)], _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Void) {
      var text = fields.flatMap { Array($0.0.utf8) + Array($0.1.utf8) }
      text.withUnsafeMutableBufferPointer { text in
        var place = text.baseAddress
        let pairs = fields.map { name, value in
          let (nameCount, valueCount) = (name.utf8.count, value.utf8.count)
          defer { place = place.map { $0 + nameCount + valueCount } }
          return nghttp2_nv(
            name: place,
            value: place.map { $0 + nameCount },
            namelen: nameCount,
            valuelen: valueCount,
            flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)
          )
        }
        pairs.withUnsafeBufferPointer(body)
      }
    }

    private static let readBody: nghttp2_data_source_read_callback = { _, _, place, most, flags, source, _ in
      guard let pointer = source?.pointee.ptr, let place else { return 0 }
      let stream = Unmanaged<HTTP2Exchange>.fromOpaque(pointer).takeUnretainedValue()
      let count = stream.take(UnsafeMutableRawBufferPointer(start: place, count: most))
      if stream.isWhole, stream.outgoing.isEmpty {
        flags?.pointee |= UInt32(NGHTTP2_DATA_FLAG_EOF.rawValue)
      } else if count == 0 {
        return Int(NGHTTP2_ERR_DEFERRED.rawValue)
      }
      return count
    }

    // MARK: Requests

    /// Made once and then only read; nghttp2 copies it.
    nonisolated(unsafe) private static let callbacks: OpaquePointer? = {
      var callbacks: OpaquePointer?
      guard nghttp2_session_callbacks_new(&callbacks) == 0 else { return nil }
      nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, owner in
        if let id = frame?.pointee.hd.stream_id, let talk = HTTP2Conversation.of(owner), talk.streams[id] == nil {
          talk.streams[id] = HTTP2Exchange(id)
        }
        return 0
      }
      nghttp2_session_callbacks_set_on_header_callback(callbacks) {
        _,
        frame,
        name,
        nameCount,
        value,
        valueCount,
        _,
        owner in
        let stream = frame.flatMap { HTTP2Conversation.of(owner)?.streams[$0.pointee.hd.stream_id] }
        stream?.take(
          String(decoding: UnsafeBufferPointer(start: name, count: nameCount), as: UTF8.self),
          String(decoding: UnsafeBufferPointer(start: value, count: valueCount), as: UTF8.self)
        )
        return 0
      }
      nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, id, bytes, count, owner in
        if let bytes { HTTP2Conversation.of(owner)?.streams[id]?.body.append(bytes, count: count) }
        return 0
      }
      nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
        if let frame, let talk = HTTP2Conversation.of(owner) { talk.received(frame.pointee.hd) }
        return 0
      }
      nghttp2_session_callbacks_set_on_frame_not_send_callback(callbacks) { _, frame, _, owner in
        // A head that is too long even for that: the client is told at least that nothing comes.
        if let frame, frame.pointee.hd.type == UInt8(NGHTTP2_HEADERS.rawValue) {
          HTTP2Conversation.of(owner)?.reset(frame.pointee.hd.stream_id)
        }
        return 0
      }
      nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, id, _, owner in
        HTTP2Conversation.of(owner)?.streams[id] = nil
        return 0
      }
      return callbacks
    }()

    private static func of(_ owner: UnsafeMutableRawPointer?) -> HTTP2Conversation? {
      owner.map { Unmanaged<HTTP2Conversation>.fromOpaque($0).takeUnretainedValue() }
    }

    private func received(_ frame: nghttp2_frame_hd) {
      guard let stream = streams[frame.stream_id] else { return }
      let isFirst = frame.type == UInt8(NGHTTP2_HEADERS.rawValue) && !stream.hasHead
      if frame.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 { stream.isReceived = true }
      guard isFirst else { return }
      stream.hasHead = true
      guard stream.asksToContinue else { return }
      Self.withFields([(":status", "100")]) {
        _ = nghttp2_submit_headers(session, 0, stream.id, nil, $0.baseAddress, $0.count, nil)
      }
    }
  }
#endif
