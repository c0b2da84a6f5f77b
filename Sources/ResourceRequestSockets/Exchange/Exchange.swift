// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop

  /// One exchange: a request that is sent once, and its response.
  ///
  /// It waits in the line of its pool, is lent a connection, and ends once. Only the loop's thread touches it.
  final class Exchange: Timed, LineEntry {
    let submission: Submission
    let request: ResolvedRequest
    var context: CallContext { submission.context }
    let options: ExchangeOptions
    let pool: OriginPool
    let accepted: UInt64
    /// When its wait for a place ended.
    @exclusivity(unchecked) private(set) var begun: UInt64
    let deadline: UInt64
    /// The longest silence of the peer.
    let gap: UInt64

    /// The furthest phase it has reached.
    @exclusivity(unchecked) private(set) var phase = Attempt.Phase.queued
    /// Its position in the pool's line.
    @exclusivity(unchecked) package var linePosition = -1
    /// The opening of a connection that was begun for it.
    @exclusivity(unchecked) var opening: Opening?
    /// The connection it was lent.
    @exclusivity(unchecked) var connection: Connection?
    /// Whether that had served another exchange before.
    @exclusivity(unchecked) var reusesConnection = false
    @exclusivity(unchecked) private(set) var isOver = false

    /// Its stream, over HTTP/2.
    @exclusivity(unchecked) var stream: HTTP2Stream?
    /// When bytes of it last moved, over HTTP/2; over HTTP/1 its connection knows.
    @exclusivity(unchecked) var lastActivity: UInt64 = 0
    var outgoing: OutgoingProgress
    var incoming = IncomingProgress()
    /// The buffered body.
    var body = BodyBuffer()

    init(_ submission: Submission, in pool: OriginPool, now: UInt64) {
      self.submission = submission
      self.pool = pool
      request = submission.request
      options = request.options
      accepted = now
      begun = now
      deadline = submission.context.remaining.map { now.advanced(by: $0) } ?? .max
      gap = UInt64(0).advanced(by: options.readTimeout.length)
      outgoing = OutgoingProgress(RequestWriter.framing(of: request))
      submission.context.cancelled?.note(.queued)
    }

    /// The exchange of a ticket, while it is in flight.
    static func of(_ ticket: Ticket) -> Exchange? {
      // Only this module's loop puts one there, and only exchanges.
      ticket.exchange.map { unsafeDowncast($0, to: Exchange.self) }
    }

    /// Its wait for a place has ended: a connection is being opened for it, or lent.
    func begins(at now: UInt64) {
      guard phase == .queued else { return }
      phase = .connecting
      begun = now
    }

    /// It waits for a place again, which is no part of its time to connect.
    func waitsForPlace() {
      if phase == .connecting { phase = .queued }
    }

    /// A byte of the request is with the system.
    func isSent() {
      guard phase == .connecting else { return }
      phase = .sent
      submission.context.cancelled?.note(.sent)
    }

    /// The final head has arrived.
    func hasHead() { phase = .receiving }

    /// Ends it; `false` if it has ended before.
    func ends() -> Bool {
      guard !isOver else { return false }
      isOver = true
      return true
    }

    /// What its producer has next; the peer's silence counts again where there was nothing before.
    func next(of upload: Upload) -> BytePipe.Poll {
      if options.expectContinue != nil { upload.begin() }
      let (next, wasStarved) = (upload.pipe.poll(), outgoing.isStarved)
      if case .nothing = next { outgoing.isStarved = true } else { outgoing.isStarved = false }
      if wasStarved, !outgoing.isStarved { connection?.watch(self) }
      return next
    }

    /// Takes a chunk of the producer that had none; `false` if it has none still.
    ///
    /// Where the peer allows no bytes, nobody asks for the chunk, and its silence counts all the same.
    func goesOn() -> Bool {
      guard outgoing.isStarved, outgoing.chunk.isEmpty, let upload = submission.upload else { return true }
      if case .chunk(let chunk) = next(of: upload) { outgoing.chunk = chunk }
      return !outgoing.isStarved
    }

    /// The rest of the body is not sent: the server has responded, or takes no more.
    ///
    /// So nothing is waited for but the server.
    func givesUpRest() {
      outgoing.isGivenUp = true
      if outgoing.isStarved { connection?.watch(self) }
    }

    /// The server consents to the body, or has not refused it in time.
    func consents() {
      outgoing.asks = false
      outgoing.askedUntil = .max
    }

    /// The longest silence now: shorter once the response is there, and only the rest of the request is sent.
    var patience: UInt64 { incoming.hasEnded ? min(gap, outgoing.isStarved ? 10_000_000_000 : 3_000_000_000) : gap }

    /// Whether silence is limited now: not while this side has nothing to send, or no room to read.
    ///
    /// A caller whose response is there is not made to wait for its own body without limit.
    var isWatched: Bool {
      patience < .max && (!outgoing.isStarved || outgoing.isGivenUp || incoming.hasEnded || hasUnsent)
        && !incoming.isPaused
    }

    /// Whether the system has not taken all bytes of its body that the connection was given; all that waits in one that is
    /// not shared is of this exchange.
    private var hasUnsent: Bool {
      guard let connection else { return false }
      guard connection.link == nil else { return connection.bytesSent < outgoing.end }
      // Nobody asks the body's producer while the rest of a message of TLS is awaited.
      return connection.waitingBytes > 0 || !outgoing.chunk.isEmpty || connection.tls?.isWithinMessage == true
    }

    /// Whether a body may still be on its way through the system's buffer.
    var isSendingBody: Bool {
      // On a new connection its head may be given to the system with the end of a turn, and the phase with it.
      let isOnItsWay = phase == .connecting || phase == .sent || incoming.hasEnded
      return outgoing.hasBody && (isOnItsWay || phase == .receiving && !outgoing.isGivenUp)
    }

    /// Whether the rest of the request is sent although the response is complete: the server may be reading it still (RFC
    /// 9112 §9.5).
    ///
    /// Not where the reader of the response may be the one that makes the rest: it waits for the end.
    var sendsRest: Bool {
      !outgoing.isComplete && !outgoing.isGivenUp && (incoming.writer == nil || request.body?.isReplayable == true)
    }

    /// The next moment at which it has to be looked at, once it has a connection.
    func nextMoment(lastActivity: UInt64) -> UInt64 {
      let next = min(deadline, outgoing.askedUntil)
      guard isWatched else { return next }
      let end = lastActivity.advanced(byNanoseconds: patience)
      // While a body is sent often enough to know when something last moved, and not in each turn.
      return min(next, isSendingBody ? min(end, pool.loop.now.advanced(byNanoseconds: max(1, patience / 4))) : end)
    }

    override func timeIsUp(_ loop: LoopCore) { loop.expire(self) }
  }
#endif
