// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// How an exchange ends: with a response, or with a failure that says how far it came.
  extension Exchange {
    /// The response, from what the callbacks took in.
    ///
    /// Empties the exchange's buffers.
    func response(_ metrics: ccurl_metrics) -> TransportResponse {
      TransportResponse(
        status: head?.status ?? 0,
        headers: head?.headers ?? Headers(),
        body: IncomingBody(body.take()),
        trailers: head?.trailers ?? Headers(),
        metrics: costs(metrics)
      )
    }

    /// The response at its head, with a body that is still to come.
    func response(_ stream: IncomingStream) -> TransportResponse {
      TransportResponse(
        status: head?.status ?? 0,
        headers: head?.headers ?? Headers(),
        body: IncomingBody(stream),
        metrics: handle.map { costs(ccurl_metrics_of($0.curl)) } ?? ExchangeMetrics()
      )
    }

    /// Whether the server refused to be asked first.
    ///
    /// libcurl would send again without asking, which is not its to decide,
    /// and so it was kept from it; what the server said is the response (RFC 9110 §15.5.18).
    var isRefusedExpectation: Bool {
      head?.isComplete == true && head?.status == 417 && options.expectContinue != nil
    }

    /// What is wrong with the length of a body that has ended, where it is counted here.
    func lengthFailure(_ metrics: ccurl_metrics) -> TransportFailure? {
      guard let countedLength, metrics.body_received != countedLength else { return nil }
      return failure(
        metrics.body_received < countedLength ? .connectionClosed : .protocolViolation,
        "the body ended after \(metrics.body_received) bytes, and the answer announced \(countedLength)"
      )
    }

    /// Why a body that libcurl takes for whole is none; `nil` where it is.
    func wholenessFailure(_ metrics: ccurl_metrics) -> TransportFailure? {
      lengthFailure(metrics) ?? endFailure ?? codingFailure
    }

    /// Whether all that was announced had come before the stream was cut off.
    func isWhole(_ metrics: ccurl_metrics, despite failure: TransportFailure) -> Bool {
      guard let countedLength, self.failure == nil else { return false }
      return failure.code == .connectionClosed && metrics.body_received == countedLength
    }

    /// A failure at the point the exchange has come to.
    func failure(_ code: ResourceError.Code, _ message: String) -> TransportFailure {
      TransportFailure(
        code: code,
        message: message,
        phase: phase,
        onReusedConnection: reusedConnection && phase == .sent && code == .connectionClosed
      )
    }

    /// The failure of an exchange whose time is over.
    var deadlineFailure: TransportFailure {
      let place =
        switch phase {
        case .queued: "while it waited for its turn"
        case .connecting: "while it was connecting"
        case .sent: "before the answer came"
        case .receiving: "while the answer was coming in"
        }
      return failure(.deadlineExceeded, "the time for the whole call was over \(place)")
    }

    private func costs(_ metrics: ccurl_metrics) -> ExchangeMetrics {
      let metrics = metrics.begun(earlierBy: names.spent)
      var costs = ExchangeMetrics(total: .microseconds(metrics.total))
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
      costs.peerAddress = raceWinner ?? metrics.address.map { String(cString: $0) }
      costs.peerPort = metrics.port > 0 ? metrics.port : nil
      return costs
    }
  }

  extension ccurl_metrics {
    /// The same, counted from before libcurl was given the exchange with its names known.
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
