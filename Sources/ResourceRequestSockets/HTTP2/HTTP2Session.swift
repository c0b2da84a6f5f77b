// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2
  import ResourceRequestCore

  /// The client's end of one HTTP/2 connection: bytes in and out, events out, no socket (RFC 9113).
  ///
  /// nghttp2 checks frames, heads and lengths; this adds budgets for what costs without a response
  /// (``HTTP2Limits``), limits for heads, and the verdict about each stream. A stream is never reset after a whole
  /// response: its end is awaited. A turn of the loop is ``receive(_:period:)``, then ``gather(into:upTo:)`` until it
  /// adds nothing. It belongs to one thread.
  final class HTTP2Session {
    let limits: HTTP2Limits
    /// Receives events; it owns the session, and so outlives every call of it.
    unowned let events: any HTTP2Events
    /// Why nothing more is received.
    ///
    /// The owner looks at it after receiving and after gathering; it sends what is left to gather, which says why, and
    /// closes the connection.
    @exclusivity(unchecked) var fault: HTTP2Fault?
    /// Whether the server has sent GOAWAY.
    @exclusivity(unchecked) var hasReceivedGoAway = false
    /// Whether the server has said what it allows (RFC 9113 §3.4), or is not waited for any more.
    @exclusivity(unchecked) var hasSettings = false
    /// The open streams, and those that wait to be opened (``hasOpened(_:)``).
    @exclusivity(unchecked) private(set) var streams: [Int32: HTTP2Stream] = [:]
    @exclusivity(unchecked) var reader = HTTP2HeadReader()
    /// nghttp2's phrase for the last frame that was invalid.
    @exclusivity(unchecked) var complaint: String?
    /// The stream of the frame of a body that has begun.
    ///
    /// nghttp2 refuses one without a word where the body gets longer than announced, or may not be there.
    @exclusivity(unchecked) var frameOfBody: HTTP2Stream?
    /// Streams whose end is decided, and not told yet: nghttp2 closes them when it can send.
    @exclusivity(unchecked) var decided: [HTTP2Stream] = []
    @exclusivity(unchecked) private var meter: HTTP2FrameMeter
    @exclusivity(unchecked) private var hasSaidGoAway = false
    /// Whether nghttp2 is at work, and may still look at the stream that an event is about.
    @exclusivity(unchecked) private var isWorking = false
    @exclusivity(unchecked) private var fields = HTTP2FieldList()
    /// How many bytes were gathered.
    @exclusivity(unchecked) private(set) var gathered = 0
    /// A piece of nghttp2's that did not fit; it stays until nghttp2 is asked for the next.
    @exclusivity(unchecked) private var held = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The bytes of a frame's head that have arrived, while it is not complete.
    @exclusivity(unchecked) private var partOfHead: [UInt8] = []
    private(set) var session: OpaquePointer?

    /// The most that the head, or the trailers, of a request may take; servers have limits of their own, which are lower.
    static let headLimit = 1 << 20

    /// Creates a session, whose preface and settings are then there to be gathered; `nil` without memory.
    init?(limits: HTTP2Limits = HTTP2Limits(), events: any HTTP2Events) {
      (self.limits, self.events) = (limits, events)
      meter = HTTP2FrameMeter(limits)
      var option: OpaquePointer?
      guard nghttp2_option_new(&option) == 0 else { return nil }
      defer { nghttp2_option_del(option) }
      nghttp2_option_set_no_auto_window_update(option, 1)
      nghttp2_option_set_max_send_header_block_length(option, HTTP2Session.headLimit)
      // Many servers send them (RFC 9113 §8.2.1 lets a client refuse them); the reader of heads removes them.
      cnghttp2_allow_blanks_around_values(option)
      guard let callbacks = HTTP2Session.callbacks else { return nil }
      let owner = Unmanaged.passUnretained(self).toOpaque()
      guard nghttp2_session_client_new2(&session, callbacks, owner, option) == 0 else { return nil }
      let settings = [
        nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_ENABLE_PUSH.rawValue), value: 0),
        nghttp2_settings_entry(
          settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue),
          value: UInt32(clamping: limits.streamWindow)
        ),
      ]
      guard nghttp2_submit_settings(session, 0, settings, settings.count) == 0,
        nghttp2_session_set_local_window_size(session, 0, 0, Int32(clamping: limits.connectionWindow)) == 0
      else { return nil }
    }

    deinit { nghttp2_session_del(session) }

    // MARK: Bytes

    /// Reads bytes of the server; all of them are consumed.
    ///
    /// - Parameters:
    ///   - bytes: the bytes, as they come.
    ///   - period: a number that changes about every ten seconds, and with it the budgets begin anew.
    /// - Returns: the fault that ends the connection, if any.
    func receive(_ bytes: UnsafeRawBufferPointer, period: UInt64) -> HTTP2Fault? {
      guard fault == nil, !bytes.isEmpty else { return fault }
      let (excess, count) = meter.take(bytes, period: period)
      // What came before is read as if it had come alone, however the bytes were cut.
      read(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
      if let excess { terminate(excess.code, excess.reason) }
      return fault
    }

    /// Reads bytes that were counted, and keeps those that are a part of a frame's head.
    ///
    /// nghttp2 counts a `CONTINUATION` as often as pieces of its head arrive, and ends the connection at eight.
    private func read(_ bytes: UnsafeRawBufferPointer) {
      var rest = bytes[...]
      if !partOfHead.isEmpty {
        let missing = rest.prefix(9 - partOfHead.count)
        partOfHead += missing
        rest = rest.dropFirst(missing.count)
        guard partOfHead.count == 9 else { return }
        partOfHead.withUnsafeBytes { readFrames($0) }
        partOfHead.removeAll(keepingCapacity: true)
      }
      let whole = rest.dropLast(meter.partOfHead)
      partOfHead += rest[whole.endIndex...]
      if fault == nil { readFrames(UnsafeRawBufferPointer(rebasing: whole)) }
    }

    private func readFrames(_ bytes: UnsafeRawBufferPointer) {
      guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
      let mayOpen = nghttp2_session_check_request_allowed(session) != 0
      isWorking = true
      let read = nghttp2_session_mem_recv(session, start.assumingMemoryBound(to: UInt8.self), bytes.count)
      isWorking = false
      if read < 0 {
        terminate(NGHTTP2_PROTOCOL_ERROR.rawValue, String(cString: nghttp2_strerror(Int32(read))))
      } else if mayOpen, !hasReceivedGoAway, !hasSaidGoAway, nghttp2_session_check_request_allowed(session) == 0 {
        // nghttp2 has queued a GOAWAY of its own; otherwise `gather` notices it.
        end(with: NGHTTP2_PROTOCOL_ERROR.rawValue, complaint)
      }
    }

    /// Appends bytes to send until the queue has `limit` bytes or there are no more.
    ///
    /// Frames stay whole: one that would exceed the limit is kept for the next call, unless it is the first. Within an
    /// event it appends nothing: nghttp2 would free streams that it still looks at.
    func gather(into queue: ByteQueue, upTo limit: Int) {
      guard !isWorking else { return }
      isWorking = true
      defer { isWorking = false }
      let before = queue.count
      while queue.count < limit {
        if held.isEmpty {
          var piece: UnsafePointer<UInt8>?
          let count = nghttp2_session_mem_send(session, &piece)
          if count < 0 { end(with: NGHTTP2_INTERNAL_ERROR.rawValue, String(cString: nghttp2_strerror(Int32(count)))) }
          guard count > 0, let piece else { break }
          held = UnsafeRawBufferPointer(start: piece, count: count)
        }
        guard queue.isEmpty || queue.count + held.count <= limit else { break }
        queue.append(held)
        gathered += held.count
        held = UnsafeRawBufferPointer(start: nil, count: 0)
      }
      meter.earn(sent: queue.count - before)
    }

    /// Whether there are bytes to gather.
    var wantsWrite: Bool { !held.isEmpty || nghttp2_session_want_write(session) != 0 }

    /// Whether the session is over: nothing is to be read or sent any more.
    var isDead: Bool { !wantsWrite && (fault != nil || nghttp2_session_want_read(session) == 0) }

    // MARK: Streams

    /// The most streams that the server allows at once: one until it has said so, since it refuses those beyond.
    var streamLimit: Int {
      guard hasSettings else { return 1 }
      return Int(nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS))
    }

    /// Whether a stream submitted now would be opened at once.
    var canOpenStream: Bool {
      fault == nil && !hasReceivedGoAway && !hasSaidGoAway && streams.count < streamLimit
        && nghttp2_session_check_request_allowed(session) != 0
    }

    /// Submits a request, whose head is then there to be gathered.
    ///
    /// - Parameters:
    ///   - head: the head of the request.
    ///   - body: the body of the request, if it has one.
    ///   - headLimit: the most bytes of the heads of the response.
    ///   - owner: what the stream is to be known by in events.
    /// - Returns: the stream; `nil` if this connection opens no more, or ``hasTooLargeHead``.
    func submit(
      _ head: HTTP2RequestHead,
      body: (any HTTP2BodySource)? = nil,
      headLimit: Int = .max,
      owner: AnyObject? = nil
    ) -> HTTP2Stream? {
      guard fault == nil, !hasReceivedGoAway, !hasSaidGoAway else { return nil }
      fields.set(head)
      // nghttp2 would take it, and close the stream as if the server had.
      guard !hasTooLargeHead else { return nil }
      // The number is the next; nghttp2 wants the stream before it tells.
      let id = Int32(bitPattern: nghttp2_session_get_next_stream_id(session))
      let stream = HTTP2Stream(id: id, owner: owner, headLimit: headLimit, body: body)
      let place = Unmanaged.passUnretained(stream).toOpaque()
      let number = withUnsafePointer(to: HTTP2Session.provider(for: place)) { provider in
        fields.withFields { names, count in
          nghttp2_submit_request(session, nil, names, count, body == nil ? nil : provider, place)
        }
      }
      guard number == id else { return nil }
      streams[id] = stream
      meter.earnStream()
      return stream
    }

    /// Whether the head that was submitted last exceeds ``headLimit``.
    var hasTooLargeHead: Bool { fields.isTooLarge }

    /// Asks a body again that had no bytes.
    func resume(_ stream: HTTP2Stream) { nghttp2_session_resume_data(session, stream.id) }

    /// Opens the window of a stream again by bytes that its owner is done with.
    func consume(_ stream: HTTP2Stream, _ count: Int) {
      // Nothing follows that would need the window.
      guard !stream.hasEnded, stream.verdict == nil else { return }
      stream.consumed += count
      nghttp2_session_consume_stream(session, stream.id, count)
    }

    /// Doubles the window of a stream whose owner has consumed one since it was set.
    func widen(_ stream: HTTP2Stream, upTo most: Int) {
      guard !stream.hasEnded, stream.verdict == nil else { return }
      let window = max(stream.window, limits.streamWindow)
      guard stream.consumed >= window, window < most else { return }
      setWindow(of: stream, to: min(window * 2, most))
    }

    /// Gives a stream a window for a body of that size.
    func widen(_ stream: HTTP2Stream, for size: Int) {
      if size > max(stream.window, limits.streamWindow) { setWindow(of: stream, to: size) }
    }

    /// Gives a stream the window that each has at first, since its owner has no room.
    func narrow(_ stream: HTTP2Stream) {
      stream.consumed = 0
      guard stream.window > limits.streamWindow, !stream.hasEnded, stream.verdict == nil else { return }
      setWindow(of: stream, to: limits.streamWindow)
    }

    private func setWindow(of stream: HTTP2Stream, to window: Int) {
      (stream.window, stream.consumed) = (window, 0)
      nghttp2_session_set_local_window_size(session, 0, stream.id, Int32(clamping: window))
    }

    /// Notes that the server may open a window for each frame of a body.
    func earnWindowUpdates() { meter.earnBodyFrame() }

    /// Notes bytes of a body.
    func earn(received bytes: Int) { meter.earn(received: bytes) }

    /// Resets a stream, by default with `CANCEL`; of its events only ``HTTP2Events/closed(_:_:)`` follows.
    func reset(_ stream: HTTP2Stream, code: UInt32 = NGHTTP2_CANCEL.rawValue) {
      guard streams[stream.id] != nil, stream.verdict == nil else { return }
      // A response that came before the end of its request is whole all the same.
      stream.verdict = stream.hasEnded ? .complete : .cancelled
      earnReset(of: stream)
      nghttp2_submit_rst_stream(session, 0, stream.id, code)
    }

    /// Notes that the window of a stream may be on its way, though nobody takes it.
    func earnReset(of stream: HTTP2Stream) { meter.earnReset(window: max(stream.window, limits.streamWindow)) }

    func forget(_ stream: HTTP2Stream) { streams[stream.id] = nil }

    /// Whether nghttp2 has begun to send the head of a stream: the rest of it follows, whatever happens.
    func hasOpened(_ stream: HTTP2Stream) -> Bool { nghttp2_session_get_stream_user_data(session, stream.id) != nil }

    /// Submits the trailers of a request whose body has been read.
    func submitTrailers(_ trailers: Headers, of stream: HTTP2Stream) {
      fields.set(trailers: trailers)
      _ = fields.withFields { names, count in nghttp2_submit_trailer(session, stream.id, names, count) }
    }

    // MARK: The connection

    /// Sends a `PING`; its answer is an event.
    func ping() { nghttp2_submit_ping(session, 0, nil) }

    /// Says that no more streams will be opened; those that are open go on.
    func goAway() {
      guard !hasSaidGoAway, fault == nil else { return }
      hasSaidGoAway = true
      nghttp2_submit_goaway(session, 0, 0, NGHTTP2_NO_ERROR.rawValue, nil, 0)
    }

    /// Ends the session, and tells the server why, which nghttp2 does not always do itself; nothing else is sent any more.
    private func terminate(_ code: UInt32, _ reason: String) {
      guard fault == nil else { return }
      nghttp2_session_terminate_session(session, code)
      end(with: code, reason)
    }

    /// Ends receiving.
    func end(with code: UInt32, _ said: String?) {
      if fault?.said == nil { fault = HTTP2Fault(code: code, said: said) }
    }
  }
#endif
