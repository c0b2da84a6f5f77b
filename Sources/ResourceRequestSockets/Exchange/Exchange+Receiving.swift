// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestPlatform
  import ResourceRequestCore
  import ResourceRequestLoop

  /// Takes in a response, whichever version of HTTP brings it.
  extension Exchange {
    /// The final head has arrived, with the announced length of its body; returns why it is refused, if it is.
    func takeHead(
      _ status: Status,
      _ headers: Headers,
      _ version: ExchangeMetrics.HTTPVersion,
      announced: Int?,
      _ loop: LoopCore
    ) -> ExchangeFault? {
      hasHead()
      incoming.status = status
      incoming.headers = headers
      incoming.version = version
      incoming.announced = announced
      context.emit(.head) { $0.status = status }
      let codings = options.decodesContent ? headers.codingsToDecode(for: request.headers) : []
      if !codings.isEmpty {
        incoming.isCoded = true
        incoming.decoder = ContentDecoder(codings, expansionLimit: options.expansionLimit)
        incoming.hasForeignCoding = incoming.decoder == nil
      }
      if let window = options.window(status, headers) {
        deliverStream(window, codings, loop)
        return nil
      }
      guard let announced, announced > 0, status.mayHaveContent(after: request.method) else { return nil }
      guard announced <= options.bodyLimit || incoming.isCoded else { return .announcedTooLarge(announced) }
      incoming.expected = min(announced, options.bodyLimit)
      body.expect(incoming.expected)
      return nil
    }

    /// Returns the response at its head; the exchange continues.
    private func deliverStream(_ window: Int, _ codings: [String], _ loop: LoopCore) {
      // The reader of the stream decodes it.
      incoming.decoder = nil
      let stream = submission.stream(window: window, codings, loop.mailbox)
      incoming.writer = stream.writer
      incoming.gatherer = ChunkGatherer(loop.blocks, window: window)
      loop.deliver(self, .success(response(IncomingBody(stream), now: loop.now)))
    }

    /// Takes in a piece of the body.
    func takeBody(_ piece: UnsafeRawBufferPointer, _ loop: LoopCore) -> ExchangeFault? {
      incoming.bodyBytes += piece.count
      guard !incoming.hasForeignCoding else { return .foreignCoding }
      if incoming.writer != nil {
        gather(piece, loop)
        return nil
      }
      guard let decoder = incoming.decoder else { return keep(piece) }
      do throws(DeflateFault) {
        decoder.put(Data(piece))
        while let decoded = try decoder.next() {
          // What takes the time is what comes of the bytes.
          loop.turnShare -= decoded.count
          if let fault = decoded.withUnsafeBytes({ keep($0) }) { return fault }
        }
        return nil
      } catch {
        return .codingBroken(error.message)
      }
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) -> ExchangeFault? {
      guard bytes.count <= options.bodyLimit - incoming.keptBytes else { return .bodyTooLarge }
      incoming.keptBytes += bytes.count
      return body.append(bytes, announced: incoming.expected) ? nil : .noMemory
    }

    /// Where the next bytes of a plain buffered body belong; `nil` if they have to be looked at first.
    func placeForBody(_ most: Int) -> UnsafeMutableRawBufferPointer? {
      guard incoming.writer == nil, !incoming.isCoded, incoming.expected > 0 else { return nil }
      return body.room(min(most, incoming.expected - incoming.keptBytes), announced: incoming.expected)
    }

    /// Bytes of the body were received into their place.
    func tookBody(_ count: Int) {
      incoming.bodyBytes += count
      incoming.keptBytes += count
      body.filled(count)
    }

    /// Whether as much has arrived as was announced, so that nothing is missing however its stream ends.
    var isWhole: Bool {
      guard phase == .receiving, !incoming.headers.contains("Trailer") else { return false }
      return (incoming.status.mayHaveContent(after: request.method) ? incoming.announced : 0) == incoming.bodyBytes
    }

    /// The body has ended; returns why the response is incomplete, if it is.
    func takeEnd(_ trailers: Headers) -> ExchangeFault? {
      incoming.trailers = trailers
      guard let decoder = incoming.decoder else { return nil }
      do throws(DeflateFault) {
        try decoder.finish()
        return nil
      } catch {
        return .codingBroken(error.message)
      }
    }

    // MARK: Streams

    /// Gathers bytes for the reader: full chunks are delivered at once, the rest at the end of the turn.
    private func gather(_ bytes: UnsafeRawBufferPointer, _ loop: LoopCore) {
      guard let gatherer = incoming.gatherer else { return }
      if !incoming.isGathering {
        incoming.isGathering = true
        loop.gathering.append(self)
      }
      var rest = bytes
      while !rest.isEmpty {
        if let chunk = gatherer.add(&rest) { pass(chunk) }
      }
    }

    /// Delivers the gathered bytes.
    func passGathered() {
      incoming.isGathering = false
      if let chunk = incoming.gatherer?.take() { pass(chunk) }
    }

    /// Delivers a chunk, and applies back pressure if the window is full.
    private func pass(_ chunk: Data) {
      guard let writer = incoming.writer, !writer.write(chunk) else { return }
      if !incoming.isPaused { incoming.pausedSince = pool.loop.now }
      incoming.isPaused = true
    }

    // MARK: The response

    /// The response as it is now.
    func response(_ body: IncomingBody, now: UInt64) -> TransportResponse {
      TransportResponse(
        status: incoming.status,
        headers: incoming.headers,
        body: body,
        trailers: incoming.trailers,
        metrics: metrics(now: now)
      )
    }

    /// The metrics until now.
    func metrics(now: UInt64) -> ExchangeMetrics {
      func since(_ moment: UInt64) -> Duration { .nanoseconds(Int64(clamping: moment >= begun ? moment - begun : 0)) }
      var metrics = ExchangeMetrics(total: since(now))
      metrics.queued = .nanoseconds(Int64(clamping: begun - accepted))
      metrics.reusedConnection = reusesConnection
      metrics.firstByte = incoming.firstByte > 0 ? since(incoming.firstByte) : nil
      metrics.bytesSent = outgoing.wireBytes
      metrics.bytesReceived = incoming.wireBytes
      metrics.httpVersion = incoming.version
      guard let connection else { return metrics }
      if !reusesConnection {
        metrics.nameLookup = since(connection.history.named)
        metrics.connect = since(connection.history.connected)
        metrics.tls = connection.history.secured > 0 ? since(connection.history.secured) : nil
      }
      metrics.peerAddress = connection.peer?.address
      metrics.peerPort = connection.peer?.port
      return metrics
    }
  }
#endif
