// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  extension Exchange {
    /// Fills libcurl's buffer with all available chunks of a body that is produced while it is sent, since each buffer
    /// is one system call.
    func readChunks(from upload: Upload, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      if options.expectContinue != nil { upload.begin() }
      var filled = 0
      while filled < buffer.count {
        if uploadChunk.isEmpty {
          let next = upload.pipe.poll()
          // The next event is polled again after these bytes were sent.
          guard case .chunk(let chunk) = next else { return filled > 0 ? pass(buffer[..<filled]) : answer(next) }
          uploadChunk = chunk
        }
        let count = min(buffer.count - filled, uploadChunk.count)
        guard state.take(.offers(filled + count)) == .goOn else { return Int(CURL_READFUNC_ABORT) }
        uploadChunk.prefix(count).copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        uploadChunk = count < uploadChunk.count ? uploadChunk.dropFirst(count) : Data()
        filled += count
      }
      return pass(buffer[...])
    }

    /// Fills a buffer of libcurl's from a body in memory.
    func read(_ bytes: Data, into buffer: UnsafeMutableRawBufferPointer) -> Int {
      let start = bytes.startIndex + state.outgoing.handedOver
      let length = min(buffer.count, bytes.endIndex - start)
      guard length > 0 else { return 0 }
      buffer.copyBytes(from: bytes[start..<(start + length)])
      return isToBeHeardFirst ? listen() : handOver(length)
    }

    /// Passes on the filled bytes, or keeps them for later if the server has responded.
    private func pass(_ filled: Slice<UnsafeMutableRawBufferPointer>) -> Int {
      guard isToBeHeardFirst else { return handOver(filled.count) }
      uploadChunk = Data(filled) + uploadChunk
      return listen()
    }

    private func handOver(_ count: Int) -> Int {
      hasListened = false
      return state.take(.handedOver(count)) == .goOn ? count : Int(CURL_READFUNC_ABORT)
    }

    /// Whether something of the server waits to be read, which may be the response, before any head was.
    ///
    /// A server that responds early mostly closes the connection too, with unread bytes of the body, so that the next
    /// send fails. libcurl then ends the transfer and never reads the response. It checks for one before it requests
    /// bytes to send, so the server has the time in which those bytes are copied.
    ///
    /// Not twice in a row: after an end of the connection libcurl reads no more, and the socket stays readable.
    private var isToBeHeardFirst: Bool {
      guard state.phase == .sent, !hasListened, let handle, let socket, handle.isAlone(on: knownVersion) else {
        return false
      }
      var look = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      return poll(&look, 1, 0) > 0
    }

    /// Lets libcurl read before it sends more: it is called again in the next turn, which begins with reading.
    private func listen() -> Int {
      guard state.take(.hasNothingToSend) == .pause else { return Int(CURL_READFUNC_ABORT) }
      hasListened = true
      handle?.loop.mailbox.resume(submission.ticket)
      return Int(CURL_READFUNC_PAUSE)
    }

    /// The result for libcurl if there are no bytes.
    private func answer(_ poll: BytePipe.Poll) -> Int {
      switch poll {
      case .nothing, .chunk:
        return Int(state.take(.hasNothingToSend) == .pause ? CURL_READFUNC_PAUSE : CURL_READFUNC_ABORT)
      case .end:
        return handedOverEnd() ? 0 : Int(CURL_READFUNC_ABORT)
      case .failure(let error):
        uploadFailure = uploadFailure ?? TransportFailure(ofBody: error, phase: phase)
        found(.offerFailed)
        return Int(CURL_READFUNC_ABORT)
      }
    }
  }
#endif
