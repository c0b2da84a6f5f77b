// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop

  /// The outcome of an exchange: a response, or a failure with the phase it reached.
  extension Exchange {
    /// Makes the response from the received parts and empties the exchange's buffers.
    func response(_ metrics: ccurl_metrics) -> TransportResponse {
      TransportResponse(
        status: head?.status ?? 0,
        headers: head?.headers ?? Headers(),
        body: IncomingBody(body.take()),
        trailers: head?.trailers ?? Headers(),
        // The times of a stream are reported twice, both by the same clock.
        metrics: stream == nil ? costs(metrics) : costsSoFar(metrics)
      )
    }

    /// Makes a streamed response at its head.
    func response(_ stream: IncomingStream) -> TransportResponse {
      TransportResponse(
        status: head?.status ?? 0,
        headers: head?.headers ?? Headers(),
        body: IncomingBody(stream),
        metrics: handle.map { costsSoFar(ccurl_metrics_of($0.curl)) } ?? ExchangeMetrics()
      )
    }

    /// The metrics until now, at the head of a stream and at its end.
    ///
    /// While a transfer runs, libcurl's total is that of its last look at the progress, which may have been before the
    /// response began.
    private func costsSoFar(_ metrics: ccurl_metrics) -> ExchangeMetrics {
      var costs = costs(metrics)
      let begun = accepted + waited
      let now = max(handle?.loop.now ?? begun, begun)
      costs.total = max(costs.total, costs.firstByte ?? .zero, .nanoseconds(Int64(clamping: now - begun)))
      return costs
    }

    /// The end of a transfer by libcurl's result and the received bytes.
    func end(of result: CURLcode, _ failure: TransportFailure?) -> TransferEnd {
      var end = TransferEnd(isSuccess: result == CURLE_OK)
      end.isDisconnected = failure?.code == .connectionClosed
      end.isLineCut = isLineCut
      end.lacksCloseNotify = lacksCloseNotify
      end.isUndecoded = isUndecoded
      let used = connection ?? openedConnections.last
      end.isFlooded = used.flatMap { handle?.loop.connections.wasFlooded($0) } ?? false
      end.isCutHere = connection.flatMap { handle?.loop.connections.wasCut($0) } ?? false
      return end
    }

    /// A failure in the current phase.
    func failure(_ code: ResourceError.Code, _ message: String) -> TransportFailure {
      TransportFailure(
        code: code,
        message: message,
        phase: phase,
        onReusedConnection: state.reusedConnection && phase == .sent && !hasHeard && code == .connectionClosed
      )
    }

    private func costs(_ metrics: ccurl_metrics) -> ExchangeMetrics {
      let metrics = metrics.begun(earlierBy: names.spent)
      var costs = ExchangeMetrics(total: .microseconds(metrics.total))
      costs.queued = .nanoseconds(Int64(clamping: waited))
      costs.reusedConnection = metrics.connects == 0
      if !costs.reusedConnection {
        costs.nameLookup = .microseconds(metrics.name_lookup)
        costs.connect = .microseconds(metrics.connect)
        costs.tls = metrics.tls > 0 ? .microseconds(metrics.tls) : nil
      }
      costs.firstByte = .microseconds(metrics.first_byte)
      let isInHead = handle?.sendsCopy == true && CurlLibrary.countsBodyWithHead && head?.httpVersion?.major == 1
      costs.bytesSent = metrics.head_sent + (isInHead ? 0 : Int(metrics.body_sent))
      costs.bytesReceived = metrics.head_received + Int(metrics.body_received)
      costs.httpVersion = head?.httpVersion
      costs.peerAddress = metrics.address.map { String(cString: $0) }
      costs.peerPort = metrics.port > 0 ? metrics.port : nil
      return costs
    }
  }

  extension ccurl_metrics {
    /// The metrics including the time before the start with resolved names.
    fileprivate func begun(earlierBy nanoseconds: UInt64) -> ccurl_metrics {
      guard nanoseconds > 0 else { return self }
      var later = self
      let more = curl_off_t(clamping: nanoseconds / 1000)
      for time in [\ccurl_metrics.name_lookup, \.connect, \.first_byte, \.total] { later[keyPath: time] += more }
      if tls > 0 { later.tls += more }
      return later
    }
  }
#endif
