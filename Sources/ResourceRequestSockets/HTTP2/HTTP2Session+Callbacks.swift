// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2
  import ResourceRequestCore
  import ResourceRequestLoop

  /// What nghttp2 calls; each call has the session as its user data, and the stream as the stream's.
  extension HTTP2Session {
    /// Made once and then only read; nghttp2 copies it.
    nonisolated(unsafe) static let callbacks: OpaquePointer? = {
      var callbacks: OpaquePointer?
      guard nghttp2_session_callbacks_new(&callbacks) == 0 else { return nil }
      nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, _, owner in
        HTTP2Session.of(owner)?.reader.begin()
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
        guard let session = HTTP2Session.of(owner), let stream = session.stream(of: frame) else { return 0 }
        return session.take(
          UnsafeRawBufferPointer(start: name, count: nameCount),
          UnsafeRawBufferPointer(start: value, count: valueCount),
          of: stream
        )
      }
      // nghttp2 would leave such a field out.
      nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) { _, frame, _, _, _, _, _, owner in
        guard let session = HTTP2Session.of(owner), let stream = session.stream(of: frame) else { return 0 }
        session.decide(stream, .violation("a response field is malformed"))
        return HTTP2Session.refusal
      }
      nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks) { _, head, owner in
        if let head { HTTP2Session.of(owner)?.begins(head.pointee) }
        return 0
      }
      nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
        if let frame { HTTP2Session.of(owner)?.received(frame) }
        return 0
      }
      nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) { _, frame, error, owner in
        guard let session = HTTP2Session.of(owner) else { return 0 }
        session.complaint = String(cString: nghttp2_strerror(error))
        if let stream = session.stream(of: frame) { session.decide(stream, .violation(session.complaint ?? "")) }
        return 0
      }
      nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, id, bytes, count, owner in
        guard let session = HTTP2Session.of(owner) else { return 0 }
        // Whatever the stream's reader does, other streams go on.
        nghttp2_session_consume_connection(session.session, count)
        guard let stream = session.stream(id) else { return 0 }
        session.earn(received: count)
        guard stream.verdict == nil else { return 0 }
        session.events.data(stream, UnsafeRawBufferPointer(start: bytes, count: count))
        return 0
      }
      nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, id, code, owner in
        HTTP2Session.of(owner)?.closed(id, code)
        return 0
      }
      nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, owner in
        if let frame { HTTP2Session.of(owner)?.sent(frame) }
        return 0
      }
      nghttp2_session_callbacks_set_error_callback2(callbacks) { _, code, text, count, owner in
        guard let session = HTTP2Session.of(owner) else { return 0 }
        session.complaint =
          code == NGHTTP2_ERR_SETTINGS_EXPECTED.rawValue
          ? "it answered with something other than HTTP/2"
          : String(decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self)
        return 0
      }
      nghttp2_session_callbacks_set_data_source_read_length_callback(callbacks) {
        _,
        _,
        _,
        connection,
        stream,
        frame,
        _ in
        // With its nine bytes before it, a frame fills a TLS record.
        max(1, min(HTTP2Session.framePayload, Int(connection), Int(stream), Int(frame)))
      }
      return callbacks
    }()

    /// The most bytes of a body in one frame.
    private static var framePayload: Int { (16 << 10) - 9 }

    /// Refuses a stream, and nothing else.
    static var refusal: Int32 { NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue }

    /// The session of a callback, which has the pointer that nghttp2 was made with.
    private static func of(_ owner: UnsafeMutableRawPointer?) -> HTTP2Session? {
      owner.map { Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
    }

    private func stream(_ id: Int32) -> HTTP2Stream? {
      nghttp2_session_get_stream_user_data(session, id).map {
        Unmanaged<HTTP2Stream>.fromOpaque($0).takeUnretainedValue()
      }
    }

    private func stream(of frame: UnsafePointer<nghttp2_frame>?) -> HTTP2Stream? {
      frame.flatMap { stream($0.pointee.hd.stream_id) }
    }

    // MARK: Heads

    private func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, of stream: HTTP2Stream) -> Int32
    {
      // As over HTTP/1.1, with a colon, a space and the end of a line.
      stream.headBytes += name.count + value.count + 4
      guard stream.headBytes <= stream.headLimit, reader.count < limits.fieldCount else {
        decide(stream, .headTooLarge)
        return HTTP2Session.refusal
      }
      guard name.first == UInt8(ascii: ":") else {
        reader.take(name, value)
        return 0
      }
      // nghttp2 admits no other pseudo-header field of a response.
      guard !stream.hasHead, reader.takeStatus(value) else {
        decide(stream, .violation("the status of the response is malformed"))
        return HTTP2Session.refusal
      }
      return 0
    }

    private func headEnded(_ stream: HTTP2Stream) -> Headers? {
      let (headers, status) = (reader.end(), Status(reader.status))
      guard stream.verdict == nil else { return nil }
      if stream.hasHead { return headers }
      guard status.isInformational else {
        stream.hasHead = true
        // Trailers have as much room again.
        stream.headBytes = 0
        events.head(stream, status, headers)
        return nil
      }
      // Reports of an upload's progress are many, and each is forgotten with the next.
      if status.code == 104, stream.progressCount < 1 << 20 {
        stream.progressCount += 1
        stream.headBytes = stream.countedHeadBytes
      } else {
        stream.countedHeadBytes = stream.headBytes
      }
      events.interimHead(stream, status, headers)
      return nil
    }

    // MARK: Frames

    private func begins(_ head: nghttp2_frame_hd) {
      if let stream = frameOfBody { decide(stream, HTTP2Session.wrongLength) }
      frameOfBody = nghttp2_frame_type(UInt32(head.type)) == NGHTTP2_DATA ? stream(head.stream_id) : nil
    }

    private func received(_ frame: UnsafePointer<nghttp2_frame>) {
      let head = frame.pointee.hd
      switch nghttp2_frame_type(UInt32(head.type)) {
      case NGHTTP2_HEADERS, NGHTTP2_DATA:
        guard let stream = stream(head.stream_id) else { return }
        let isHead = nghttp2_frame_type(UInt32(head.type)) == NGHTTP2_HEADERS
        if isHead { stream.framed.received += head.length + 9 } else { frameOfBody = nil }
        let trailers = isHead ? headEnded(stream) : nil
        guard head.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0, stream.verdict == nil else { return }
        stream.hasEnded = true
        events.ended(stream, trailers: trailers ?? Headers())
      case NGHTTP2_RST_STREAM:
        stream(head.stream_id)?.isResetByServer = true
      case NGHTTP2_SETTINGS where head.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) == 0:
        hasSettings = true
        events.settingsChanged()
      case NGHTTP2_PING where head.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0:
        events.pingAnswered()
      case NGHTTP2_GOAWAY:
        hasReceivedGoAway = true
        let goAway = frame.pointee.goaway
        // What a server says to a developer; the beginning is enough.
        let debug = UnsafeRawBufferPointer(start: goAway.opaque_data, count: min(goAway.opaque_data_len, 256))
        events.goAway(
          lastStream: goAway.last_stream_id,
          code: goAway.error_code,
          debug: FieldText.decode(debug)
        )
      default:
        return
      }
    }

    private func sent(_ frame: UnsafePointer<nghttp2_frame>) {
      let head = frame.pointee.hd
      switch nghttp2_frame_type(UInt32(head.type)) {
      case NGHTTP2_HEADERS, NGHTTP2_DATA:
        guard let stream = stream(head.stream_id) else { return }
        // It is called before the frame is there; of a head in several, for the last, without which nothing is executed.
        stream.start = min(stream.start, gathered)
        if nghttp2_frame_type(UInt32(head.type)) == NGHTTP2_DATA {
          earnWindowUpdates()
        } else {
          stream.framed.sent += head.length + 9
        }
        if head.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 { stream.isRequestWhole = true }
      case NGHTTP2_GOAWAY where frame.pointee.goaway.error_code != NGHTTP2_NO_ERROR.rawValue:
        let goAway = frame.pointee.goaway
        let said = FieldText.decode(UnsafeRawBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len))
        let isOfHead = goAway.error_code == NGHTTP2_COMPRESSION_ERROR.rawValue
        let unnamed = isOfHead ? "a head cannot be decoded, or has a field of more than 64 KiB" : nil
        end(with: goAway.error_code, complaint ?? (said.isEmpty ? unnamed : said))
      default:
        return
      }
    }

    private func closed(_ id: Int32, _ code: UInt32) {
      guard let stream = streams[id] else { return }
      forget(stream)
      if frameOfBody === stream { frameOfBody = nil }
      if !decided.isEmpty { decided.removeAll { $0 === stream } }
      events.closed(stream, verdict(on: stream, code))
    }

    private func verdict(on stream: HTTP2Stream, _ code: UInt32) -> HTTP2StreamEnd {
      if let verdict = stream.verdict { return verdict }
      if stream.hasEnded { return .complete }
      // A refusal after a head contradicts itself.
      if !stream.isSent || code == NGHTTP2_REFUSED_STREAM.rawValue && !stream.hasHead { return .notExecuted }
      // Else nghttp2 has, for what it has found itself.
      guard !stream.isResetByServer else { return .reset(code) }
      switch code {
      case NGHTTP2_FLOW_CONTROL_ERROR.rawValue: return .violation("it sent more of a body than it may")
      case NGHTTP2_REFUSED_STREAM.rawValue: return .violation("it gave its unfinished response up")
      default: return HTTP2Session.wrongLength
      }
    }

    private static var wrongLength: HTTP2StreamEnd {
      .violation("the body has another length than announced, exceeds its window, or may not be there")
    }

    /// Decides how a stream ends, unless that is decided.
    func decide(_ stream: HTTP2Stream, _ end: HTTP2StreamEnd) {
      guard stream.verdict == nil else { return }
      stream.verdict = end
      earnReset(of: stream)
      decided.append(stream)
    }

    /// The streams whose end was decided since this was asked last.
    func takeDecided() -> [HTTP2Stream] {
      guard !decided.isEmpty else { return [] }
      defer { decided = [] }
      return decided
    }

    // MARK: Bodies

    /// Where nghttp2 reads a body from.
    static func provider(for stream: UnsafeMutableRawPointer) -> nghttp2_data_provider {
      nghttp2_data_provider(source: nghttp2_data_source(ptr: stream)) { _, _, buffer, room, flags, source, owner in
        guard let place = source?.pointee.ptr, let buffer else { return Int(HTTP2Session.refusal) }
        let stream = Unmanaged<HTTP2Stream>.fromOpaque(place).takeUnretainedValue()
        switch stream.body?.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room)) {
        case .bytes(let count, let isLast):
          guard isLast else { return count > 0 ? count : Int(NGHTTP2_ERR_DEFERRED.rawValue) }
          flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
          if let trailers = stream.body?.trailers, !trailers.isEmpty {
            flags?.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
            HTTP2Session.of(owner)?.submitTrailers(trailers, of: stream)
          }
          return count
        case .later:
          return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        case .failed, nil:
          HTTP2Session.of(owner)?.decide(stream, .bodyFailed)
          return Int(HTTP2Session.refusal)
        }
      }
    }
  }
#endif
