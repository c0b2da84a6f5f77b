// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop

  /// The life of an exchange on the loop: accepted, started, ended once.
  extension LoopCore {
    /// Accepts a request: its exchange starts, or waits for admission.
    func accept(_ submission: Submission) {
      underway += 1
      let exchange = Exchange(submission, now: now)
      guard !submission.ticket.isCancelled else { return fail(exchange, .cancelled) }
      guard exchange.deadline > now else { return fail(exchange, .deadlinePassed) }
      if let reason = exchange.unsupported { return end(exchange, .failure(exchange.failure(.unsupported, reason))) }
      submission.ticket.exchange = exchange
      submission.context.emit(.queued)
      if exchange.deadline < .max { timers.set(exchange, at: exchange.deadline) }
      if admission.admit(exchange, to: exchange.lane, looksUp: exchange.looksUp, now: now) { start(exchange) }
    }

    private func start(_ exchange: Exchange) {
      if exchange.phase == .queued { exchange.waited = now >= exchange.accepted ? now - exchange.accepted : 0 }
      // From here on it has a place in the admission queue's count.
      guard exchange.state.take(.admitted) == .start else { return }
      launch(exchange)
    }

    func endWithoutMemory(_ exchange: Exchange) {
      end(exchange, .failure(exchange.failure(.resourcesExhausted, "not enough memory for another request")))
    }

    /// Gives an exchange a handle, and passes it to libcurl.
    private func launch(_ exchange: Exchange) {
      exchange.silence.lastActivity = now
      exchange.names.start = now
      guard let handle = equip(exchange, with: scratches.take { HandleScratch() }) else {
        return endWithoutMemory(exchange)
      }
      exchange.onlyOrigin = handle.isLedElsewhere ? nil : exchange.request.url.origin
      give(exchange, handle)
    }

    /// Gives an exchange a handle of its own, which no other transfer had before; `nil` if there is no memory for one.
    func equip(_ exchange: Exchange, with scratch: HandleScratch) -> EasyHandle? {
      exchange.handle?.exchange = nil
      exchange.handle = EasyHandle(exchange, loop: self, scratch)
      if exchange.handle == nil { scratches.putBack(scratch, now: now) }
      return exchange.handle
    }

    /// Passes an exchange to libcurl.
    func give(_ exchange: Exchange, _ handle: EasyHandle) {
      guard let multi else { return }
      loose[ObjectIdentifier(exchange)] = exchange
      let code = ccurl_multi_add_handle(multi.curl, handle.curl)
      guard code != CURLM_OK else { return }
      let reason = String(cString: ccurl_multi_strerror(code))
      end(exchange, .failure(exchange.failure(.transportFailure, "libcurl refused: \(reason)")))
    }

    /// Removes an exchange from libcurl, which ends it on the wire if it still runs.
    func withdraw(_ exchange: Exchange) {
      guard let handle = exchange.handle, let multi else { return }
      ccurl_multi_remove_handle(multi.curl, handle.curl)
      leaveConnection(exchange, answer: handle.head)
    }

    /// Cancels an exchange.
    func cancel(_ ticket: Ticket) {
      if let exchange = Exchange.of(ticket) { fail(exchange, .cancelled) }
    }

    /// Ends an exchange if an event of its owner requires it.
    private func fail(_ exchange: Exchange, _ event: ExchangeEvent) {
      guard exchange.state.take(event) == .fail else { return }
      end(exchange, .failure(exchange.faultError))
    }

    /// Ends an exchange whose time is up; a timer that fired early is set again.
    func expire(_ exchange: Exchange) {
      if looked >= exchange.deadline {
        fail(exchange, .deadlinePassed)
      } else if exchange.isSilent(at: looked) {
        fail(exchange, .stayedSilent)
      } else if looked >= exchange.nextStep {
        exchange.nextStep = .max
        end(exchange, .failure(exchange.lookupTimeout))
      } else if exchange.nextMoment < .max {
        timers.set(exchange, at: exchange.nextMoment)
      }
    }

    /// Records that libcurl has finished with a handle.
    func ended(_ handle: EasyHandle, _ result: CURLcode) {
      guard let exchange = handle.exchange else { return }
      let metrics = ccurl_metrics_of(handle.curl)
      let told = result == CURLE_OK ? nil : CurlFailure.failure(result, exchange, handle, metrics)
      switch exchange.state.take(.finished(exchange.end(of: result, told))) {
      case .lookUp:
        lookUp(exchange)
      case .finish:
        end(exchange, .success(exchange.response(metrics)))
      case .fail:
        end(exchange, .failure(exchange.faultError))
      case .failAsLibcurlSays:
        end(exchange, .failure(told ?? CurlFailure.failure(result, exchange, handle, metrics)))
      default:
        break
      }
    }

    /// Resumes an exchange that was paused because one side had no data or no room.
    func resume(_ ticket: Ticket) {
      guard let exchange = Exchange.of(ticket), let handle = exchange.handle else { return }
      let isFull = exchange.state.pauses.contains(.receiving) && exchange.stream?.writer.isFull == true
      guard exchange.state.take(.resumed(readerIsFull: isFull)) == .setPauses else { return }
      exchange.silence.lastActivity = now
      guard continueReading(exchange, handle) else { return }
      if exchange.nextMoment < .max { timers.set(exchange, at: exchange.nextMoment) }
    }

    /// A streamed response's head has arrived: the response is returned, and the exchange continues.
    func headEnded(_ exchange: Exchange) {
      let window = exchange.head.flatMap { exchange.options.window($0.status, $0.headers) } ?? 64 << 10
      let codings = exchange.head.map { exchange.codings(of: $0.headers) } ?? []
      // The reader of the stream decodes it.
      exchange.decoder = nil
      let stream = exchange.submission.stream(window: window, codings, mailbox)
      exchange.stream = stream
      exchange.gatherer = ChunkGatherer(blocks, window: window)
      answer(exchange, .success(exchange.response(stream)))
    }

    func end(_ exchange: Exchange, _ result: Result<TransportResponse, any Error>) {
      let action = exchange.state.take(.closed)
      guard action != .ignore else { return }
      timers.remove(exchange)
      stopWaiting(exchange)
      exchange.submission.ticket.exchange = nil
      exchange.passGathered()
      if let handle = exchange.handle {
        withdraw(exchange)
        exchange.handle = nil
        handle.exchange = nil
        handle.scratch.hasHadLargeAnswer = exchange.state.bodyReceived > 1 << 20
        scratches.putBack(handle.scratch, now: now)
      }
      underway -= 1
      exchange.submission.upload?.pipe.close()
      if !answered.isEmpty { answered.removeAll { $0 === exchange } }
      if action == .endStream {
        switch result {
        case .success(let response):
          exchange.stream?.writer.finish(.init(trailers: response.trailers, metrics: response.metrics))
        case .failure(let error):
          exchange.stream?.writer.fail(error)
        }
      } else {
        answer(exchange, result)
      }
      released.append(contentsOf: admission.left(exchange, of: exchange.lane, now: now))
      guard exchange.state.hasStarted else { return }
      finishLookup(exchange, result)
      released.append(contentsOf: admission.ended(for: exchange.lane, isAside: exchange.names.isAside, now: now))
    }

    /// Resumes the exchanges that waited for this exchange's lookup, if it made one and has not reported it.
    ///
    /// If the name was not found, all of them fail, since they would look up the same name again.
    private func finishLookup(_ exchange: Exchange, _ result: Result<TransportResponse, any Error>) {
      guard exchange.looksUp, !exchange.hasLookedUp else { return }
      exchange.hasLookedUp = true
      if case .failure(let failure as TransportFailure) = result, failure.code == .nameNotResolved {
        for waiting in admission.drain(exchange.lane) where !waiting.state.isOver {
          var same = failure
          same.phase = .queued
          end(waiting, .failure(same))
        }
      }
      released.append(contentsOf: admission.lookupEnded(for: exchange.lane, found: false, now: now))
    }

    /// Starts the exchanges that were admitted.
    func startReleased() {
      if admission.isCrowded { released.append(contentsOf: admission.served(now: now)) }
      while !released.isEmpty {
        let admitted = released
        released = []
        for exchange in admitted {
          if exchange.state.isOver, exchange.names.isAside {
            // Its origin was notified; the socket reserved for it is free again.
            released.append(contentsOf: admission.stepsAside(now: now))
          } else if exchange.state.isOver {
            // It was ended while it waited: its place, and the lookup it would have made, are free again.
            released.append(contentsOf: admission.lookupEnded(for: exchange.lane, found: false, now: now))
            released.append(contentsOf: admission.ended(for: exchange.lane, now: now))
          } else if exchange.names.isAside {
            startAgain(exchange)
          } else {
            start(exchange)
          }
        }
      }
    }

    /// A connection is established.
    func ready(_ exchange: Exchange) {
      lookedUp(exchange)
      exchange.silence.lastActivity = now
      if exchange.nextMoment < .max { timers.set(exchange, at: exchange.nextMoment) }
    }

    /// An exchange has a stream of a connection that others may share.
    func sharesConnection(_ exchange: Exchange) {
      guard exchange.connectionLimit == nil else { return }
      guard exchange.options.httpVersion == .negotiated || CurlLibrary.reusesPriorKnowledge else { return }
      // No transfer may be added from inside a callback of libcurl, so waiting exchanges start with the next turn.
      released.append(contentsOf: admission.shares(exchange.lane, now: now))
    }

    /// The name of an exchange's host is resolved.
    func lookedUp(_ exchange: Exchange) {
      guard exchange.looksUp, !exchange.hasLookedUp else { return }
      exchange.hasLookedUp = true
      // No transfer may be added from inside a callback of libcurl, so waiting exchanges start with the next turn.
      released.append(contentsOf: admission.lookupEnded(for: exchange.lane, found: true, now: now))
    }
  }

  extension Exchange {
    /// Why libcurl cannot do what the request asks for; `nil` if it can.
    fileprivate var unsupported: String? {
      // It would wait for the body that a response to HEAD only announces.
      if request.method == .head, request.body != nil { return "libcurl sends no body with HEAD" }
      if options.sharedConnection?.value.tls?.pinnedPublicKeys.isEmpty == false, !CurlLibrary.comparesPins {
        return "the TLS of this libcurl compares no pinned keys"
      }
      guard options.httpVersion == .http2PriorKnowledge else { return nil }
      if request.trailers != nil { return "libcurl sends trailers over HTTP/1.1 only" }
      guard plan?.readingProxy(of: request.url.origin) != nil else { return nil }
      return "a proxy that passes requests on gets HTTP/1.1; let HTTP/2 go through a tunnel (\"tunnel\": \"always\")"
    }
  }
#endif
