// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestPlatform
  import ResourceRequestCore
  import ResourceRequestLoop

  /// One exchange on the loop's thread: its request, its progress and the received parts.
  ///
  /// Its ``state``, a value, decides what an event means; this class holds the data of those decisions and its place in
  /// the loop. Callbacks and the loop report events to the state and perform the resulting actions.
  final class Exchange: TimerEntry, AdmissionEntry {
    let submission: Submission
    let request: ResolvedRequest
    let context: CallContext
    /// The request's options, extracted once, since every callback reads them.
    let options: ExchangeOptions
    /// The plan of its connection; `nil` if only the URL determines it.
    let plan: ConnectionPlan?
    /// Its key in the admission queue.
    let lane: Lane
    let looksUp: Bool
    /// The deadline, in the loop's time.
    let deadline: UInt64
    /// How much of its body came in this turn of the loop.
    @exclusivity(unchecked) var share = TurnShare()
    /// Whether the rest of its body waits for the next turn.
    @exclusivity(unchecked) var yields = false
    /// The longest silence, in nanoseconds.
    let gap: UInt64
    /// The time of its submission.
    let accepted: UInt64
    /// The time it waited for admission.
    var waited: UInt64 = 0
    var timerPosition = -1
    package var linePosition = -1
    /// How far it is.
    ///
    /// Unchecked, since only the loop uses it: a value that calls nothing back.
    @exclusivity(unchecked) var state: ExchangeState
    /// The time of the last activity of the peer.
    @exclusivity(unchecked) var silence = Silence()
    /// When its lookups must have ended, in the loop's time.
    var nextStep = UInt64.max
    /// The state of its lookups.
    var names = NameResolution()
    /// Whether the end of its lookup was reported.
    var hasLookedUp = false
    /// Unchecked, as the loop's own: to fill and to empty it calls nothing back.
    @exclusivity(unchecked) var body = BodyBuffer()
    /// The expected length of the body; 0 if it is unknown.
    var expectedLength = 0
    /// Decodes a buffered body.
    var decoder: ContentDecoder?
    /// Whether the body has a coding.
    var isCoded = false
    /// Whether it has one that cannot be decoded here, and that was not asked for.
    var hasForeignCoding = false
    /// The trace of its connection.
    var trace = ConnectionTrace()
    /// The partly sent chunk of a body that is produced while it is sent.
    var uploadChunk = Data()
    /// Whether the last bytes of the body were kept back so that libcurl reads first.
    var hasListened = false
    /// Whether anything of a response has come, also of an interim one.
    var hasHeard = false
    /// The stream of the body, after the head was delivered.
    ///
    /// Owned by its reader: releasing it ends the exchange.
    weak var stream: IncomingStream?
    /// The bytes for the stream gathered in this turn of the loop.
    var gatherer: ChunkGatherer?
    /// A detail for the message of the state's fault, such as the refused address.
    var faultDetail = ""
    /// The failure of producing the request's body.
    var uploadFailure: TransportFailure?
    /// The reason of the address policy for refusing an address.
    var addressRefusal: String?
    /// Its connection, if known.
    var connection: Connections.Identity?
    /// The connections that were opened for it.
    var openedConnections: [Connections.Identity] = []
    /// The only origin whose connections libcurl can use for it; `nil` if others are possible, as with proxies.
    var onlyOrigin: Origin?
    /// The handle it runs on, once it has started.
    var handle: EasyHandle?

    init(_ submission: Submission, now: UInt64) {
      self.submission = submission
      request = submission.request
      context = submission.context
      options = request.options
      state = ExchangeState(
        bodyLimit: options.bodyLimit,
        asksFirst: options.expectContinue != nil,
        outgoing: request.body.map { OutgoingBodyCount(length: $0.length) } ?? OutgoingBodyCount()
      )
      plan = request.connectionPlan
      lane = Lane(request)
      looksUp = plan?.looksUp ?? true && !HostName.isAddress(plan?.host?.name ?? lane.origin.host)
      accepted = now
      deadline = submission.context.remaining.map { now.advanced(by: $0) } ?? .max
      gap = UInt64(0).advanced(by: options.readTimeout.length)
      context.cancelled?.note(.queued)
    }

    /// The exchange of a ticket, while it is in flight.
    static func of(_ ticket: Ticket) -> Exchange? {
      // Only this module's loop puts one there, and only exchanges.
      ticket.exchange.map { unsafeDowncast($0, to: Exchange.self) }
    }

    /// The reader of the response's head; `nil` before the start.
    var head: HeadReader? { handle?.head }

    /// Its phase in attempts.
    var phase: Attempt.Phase { state.reached }

    var connectionLimit: Int? { options.maxConnections }

    /// The idle time of its connection.
    var idleTime: Duration { options.sharedConnection?.value.idleTime ?? ConnectionOptions.standardIdleTime }

    /// The next moment at which it has to be looked at.
    var nextMoment: UInt64 {
      guard isWatched else { return min(deadline, nextStep) }
      return min(deadline, nextStep, silence.nextMoment(gap))
    }

    /// Whether the peer's silence is limited now.
    var isWatched: Bool { gap < .max && state.isPeersTurn }
  }

  /// The key of exchanges that may share connections and so share limits.
  struct Lane: Hashable {
    let origin: Origin
    let connection: SharedConnectionOptions?
    let endpoint: Endpoint?

    init(_ request: ResolvedRequest) {
      origin = request.url.origin
      connection = request.options.sharedConnection
      endpoint = request.endpoint
    }
  }

  /// Limits how much of a body one turn of the loop reads before other exchanges continue.
  ///
  /// Pure; turns are identified by their numbers.
  struct TurnShare {
    /// The bytes of a turn: copied in some tenths of a millisecond.
    static let bytes = 512 << 10

    private var turn: UInt64 = 0
    private var taken = 0

    /// Counts bytes; returns whether they use up the share of the turn.
    mutating func isUsedUp(by count: Int, in turn: UInt64) -> Bool {
      if turn != self.turn { (self.turn, taken) = (turn, 0) }
      taken += count
      return taken >= Self.bytes
    }
  }
#endif
