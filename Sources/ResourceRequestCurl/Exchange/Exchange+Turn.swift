// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl

  /// Leaves the rest of a turn to other exchanges.
  ///
  /// libcurl reads while data is available, up to a hundred buffers at a time (seen with 7.88), and asks to be called
  /// again at once: a fast server's body of 64 MiB was read in one turn of the loop, some 20 ms in which no other
  /// exchange sent or received.
  extension Exchange {
    /// The paused directions, as libcurl's bits.
    var pauseMask: Int32 {
      (yields || state.pauses.contains(.receiving) ? CURLPAUSE_RECV : 0)
        | (state.pauses.contains(.sending) ? CURLPAUSE_SEND : 0)
    }

    /// Counts bytes of the body that were taken in, and pauses until the next turn if they were enough.
    func noteTaken(_ count: Int) {
      guard let handle, share.isUsedUp(by: count, in: handle.loop.turn), !yields else { return }
      yields = true
      handle.loop.yielding.append(self)
      ccurl_easy_pause(handle.curl, pauseMask)
    }
  }

  extension LoopCore {
    /// Continues the exchanges that left the rest of the last turn to others.
    func continueYielding() {
      guard !yielding.isEmpty else { return }
      let waiting = yielding
      yielding.removeAll(keepingCapacity: true)
      for exchange in waiting {
        exchange.yields = false
        if let handle = exchange.handle { continueReading(exchange, handle) }
      }
    }

    /// Tells libcurl which directions of an exchange are paused now.
    ///
    /// - Returns: whether the exchange continues.
    @discardableResult
    func continueReading(_ exchange: Exchange, _ handle: EasyHandle) -> Bool {
      let result = ccurl_easy_pause(handle.curl, exchange.pauseMask)
      // libcurl delivers the bytes that it kept back; if they are refused, the transfer would continue without them. A
      // bad argument means a handle without a connection, which has nothing to resume.
      guard result == CURLE_OK || result == CURLE_BAD_FUNCTION_ARGUMENT else {
        if exchange.state.fault != nil {
          end(exchange, .failure(exchange.faultError))
        } else {
          let metrics = ccurl_metrics_of(handle.curl)
          end(exchange, .failure(CurlFailure.failure(result, exchange, handle, metrics)))
        }
        return false
      }
      return true
    }
  }
#endif
