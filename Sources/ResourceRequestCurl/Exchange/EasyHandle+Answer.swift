// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// Settings of libcurl that depend on the response and are changed during an exchange.
  extension EasyHandle {
    /// Checks the status line; `false` if its version is not the connection's.
    func takesStatusLine(_ line: UnsafeRawBufferPointer, of exchange: Exchange) -> Bool {
      // libcurl writes this line itself; one byte identifies HTTP/2.
      let isStream = line.count > 5 && line[5] == UInt8(ascii: "2")
      if isStream {
        // libcurl (7.88 at least) would trust it and treat the connection as multiplexed.
        guard maySpeakHTTP2, exchange.knownVersion != 1 else { return false }
        loop.sharesConnection(exchange)
      }
      exchange.note(version: isStream ? 2 : 1)
      // libcurl (7.88 at least) ends a response over HTTP/2 at its length and drops its trailers. So it must ignore lengths
      // there: the stream has an end of its own.
      if isStream != countsLength {
        countsLength = isStream
        set(CURLOPT_IGNORE_CONTENT_LENGTH, isStream ? 1 : 0)
      }
      return true
    }

    /// Whether the exchange has its connection to itself, by the known version.
    func isAlone(on version: Int?) -> Bool { !maySpeakHTTP2 || version == 1 }

    /// Sets whether libcurl calls the debug callback.
    func trace(_ traces: Bool) {
      guard traces != self.traces else { return }
      self.traces = traces
      if traces { ccurl_set_debug(curl, EasyHandle.debug, Unmanaged.passUnretained(self).toOpaque()) }
      set(CURLOPT_VERBOSE, traces ? 1 : 0)
    }

    /// Sets whether the connection is closed after the exchange in any case.
    func forbidReuse(_ forbids: Bool) {
      guard (forbids || isForOnce) != forbidsReuse else { return }
      forbidsReuse.toggle()
      set(CURLOPT_FORBID_REUSE, forbidsReuse ? 1 : 0)
    }
  }
#endif
