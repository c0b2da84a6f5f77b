// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// What is said to libcurl while an exchange runs, by what comes of its response.
  extension EasyHandle {
    /// Takes note of the first line of a response; `false` where its version is not the connection's.
    func takesStatusLine(_ line: UnsafeRawBufferPointer, of exchange: Exchange) -> Bool {
      let isStream = line.count > 5 && line[5] == UInt8(ascii: "2")
      if isStream {
        // libcurl (7.88 at least) believes it, and would go on as if several requests could share the connection.
        guard maySpeakHTTP2, exchange.knownVersion != 1 else { return false }
      }
      exchange.note(version: isStream ? 2 : 1)
      countLength(afterStatusLine: line)
      return true
    }

    /// Whether the exchange shares its connection with no other, by the version that is known of it.
    func isAlone(on version: Int?) -> Bool { !maySpeakHTTP2 || version == 1 }

    /// Sees to who decodes the body of a response.
    func decode(_ decodes: Bool) {
      guard CurlLibrary.choosesDecoderByHead, decodes != self.decodes else { return }
      self.decodes = decodes
      set(CURLOPT_HTTP_CONTENT_DECODING, decodes ? 1 : 0)
    }

    /// Says whether libcurl is to tell what it does (``debug``).
    func trace(_ traces: Bool) {
      guard traces != self.traces else { return }
      self.traces = traces
      set(CURLOPT_VERBOSE, traces ? 1 : 0)
    }

    /// Sees to who counts the length of a response, by the version in its first line.
    ///
    /// libcurl (7.88 at least) takes a response over HTTP/2 for whole when its length has come, and drops the trailers
    /// behind it. There it is not to look at lengths: the stream says itself where it ends.
    private func countLength(afterStatusLine line: UnsafeRawBufferPointer) {
      // The line is libcurl's own word; one byte of it tells HTTP/2 from all others.
      let isStream = line.count > 5 && line[5] == UInt8(ascii: "2")
      guard isStream != countsLength else { return }
      countsLength = isStream
      set(CURLOPT_IGNORE_CONTENT_LENGTH, isStream ? 1 : 0)
    }

    /// Says, while an exchange runs, whether its connection is closed at its end in any case.
    func forbidReuse(_ forbids: Bool) {
      guard (forbids || isForOnce) != forbidsReuse else { return }
      forbidsReuse.toggle()
      set(CURLOPT_FORBID_REUSE, forbidsReuse ? 1 : 0)
    }
  }
#endif
