// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import ResourceRequestCore

  /// One exchange, on the loop's thread: what was asked, how far it is, what has come.
  ///
  /// What an event means is said by its ``state``, a value; here stands what that decides about, and where the loop has put
  /// it. Callbacks of libcurl and the loop tell the state what happens, and do what follows.
  final class Exchange: TimerEntry, AdmissionEntry {
    let submission: Submission
    let request: ResolvedRequest
    let context: CallContext
    /// The request's, taken out once: they are asked at every call of libcurl's.
    let options: ExchangeOptions
    /// How its connection is made; `nil` where nothing says anything but the URL.
    let plan: ConnectionPlan?
    /// Where it goes and how, as the admission queue knows it.
    let lane: Lane
    let looksUp: Bool
    /// When it must have ended, in the loop's time.
    let deadline: UInt64
    /// The longest silence, in nanoseconds.
    let gap: UInt64
    /// When it was taken in.
    let accepted: UInt64
    /// How long it waited for its turn.
    var waited: UInt64 = 0
    var timerPosition = -1
    var linePosition = -1
    /// How far it is.
    ///
    /// Unchecked, as the loop's own: a value that calls nobody.
    @exclusivity(unchecked) var state: ExchangeState
    /// When the peer was last heard.
    @exclusivity(unchecked) var silence = Silence()
    /// When something of its connecting is due, in the loop's time: the end of a lookup, the next address.
    var nextStep = UInt64.max
    /// The names it needs.
    var names = NamesOfExchange()
    /// The addresses that are tried beside the one libcurl tries.
    var race: AddressRace?
    /// The address its connection goes to where that is another than libcurl began with.
    var raceWinner: String?
    /// Whether the lookup gate has been told.
    var hasLookedUp = false
    /// Unchecked, as the loop's own: to fill and to empty it calls nothing back.
    @exclusivity(unchecked) var body = BodyBuffer()
    /// The length of the body that room is made for; 0 where nothing says it.
    var expectedLength = 0
    /// Whether it may be given a connection just opened, although a new one was wanted.
    var sharesNewConnection = false
    /// Decodes a body that is handed over whole, where libcurl is not to.
    var decoder: ContentDecoder?
    /// What its connection told of beside the response.
    var trace = ConnectionTrace()
    /// The chunk of a body made while it is sent of which a part is sent.
    var uploadChunk = Data()
    /// Where the body goes once the head has been handed over.
    ///
    /// Its reader's to keep: when it goes, the exchange ends.
    weak var stream: IncomingStream?
    /// What has come for the stream within this turn of the loop.
    var gatherer: ChunkGatherer?
    /// What belongs to the sentence about the state's fault, such as the address that was refused.
    var faultDetail = ""
    /// Why the body of the request could not be made.
    var uploadFailure: TransportFailure?
    /// Why an address of the host was not connected to: its policy.
    var addressRefusal: String?
    /// Its place among those of its multi handle whose connection is not known; negative where it is, or there is none.
    var loosePosition = -1
    /// The connection it uses, where that is known.
    var connection: Connections.Identity?
    /// The connections that were opened for it.
    var openedConnections: [Connections.Identity] = []
    /// The origin whose connections alone libcurl can give it; `nil` where others' are possible, as with proxies.
    var onlyOrigin: Origin?
    /// The number of the multi handle it runs on, once it has started.
    var place: Int?
    /// The handle it runs on, once it has started.
    var handle: EasyHandle?

    init(_ submission: Submission, now: UInt64) {
      self.submission = submission
      request = submission.request
      context = submission.context
      options = request.options
      state = ExchangeState(
        bodyLimit: options.bodyLimit,
        expansionLimit: options.expansionLimit,
        asksFirst: options.expectContinue != nil,
        outgoing: request.body.map { OutgoingBodyCount(length: $0.length) } ?? OutgoingBodyCount()
      )
      plan = request.connectionPlan
      lane = Lane(request)
      looksUp = plan?.looksUp ?? true && !Exchange.isAddress(plan?.host?.name ?? lane.origin.host)
      accepted = now
      deadline = submission.remaining.map { now.advanced(by: $0) } ?? .max
      gap = UInt64(0).advanced(by: options.readTimeout.length)
    }

    /// What came of the response's head; `nil` before it has started.
    var head: HeadReader? { handle?.head }

    /// How far it has come, as callers know it.
    var phase: Attempt.Phase { state.reached }

    var connectionLimit: Int { options.maxConnections ?? .max }

    /// How long its connection may rest afterwards.
    var idleTime: Duration { options.sharedConnection?.value.idleTime ?? ConnectionOptions.standardIdleTime }

    /// The next moment at which it has to be looked at.
    var nextMoment: UInt64 {
      guard isWatched else { return min(deadline, nextStep) }
      return min(deadline, nextStep, silence.nextMoment(gap))
    }

    /// Whether silence would be the peer's, and is limited.
    var isWatched: Bool { gap < .max && state.isPeersTurn }

    /// Whether a canonical host is an address: IPv6 in brackets, or dotted decimal, whose last character is a digit as
    /// that of no name is.
    static func isAddress(_ host: String) -> Bool {
      guard let last = host.utf8.last else { return false }
      return last == UInt8(ascii: "]") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last)
    }
  }

  /// Those who may use one another's connections, and so share their limits.
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

  extension Pauses {
    /// As libcurl says it.
    var curlMask: Int32 {
      (contains(.receiving) ? CURLPAUSE_RECV : 0) | (contains(.sending) ? CURLPAUSE_SEND : 0)
    }
  }

  extension UInt64 {
    /// This many nanoseconds and a duration more; the largest number where it does not fit.
    func advanced(by duration: Duration) -> UInt64 {
      guard duration > .zero else { return self }
      guard duration < .seconds(1 << 33) else { return .max }
      let (seconds, attoseconds) = duration.components
      let nanoseconds = UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
      let (sum, overflow) = addingReportingOverflow(nanoseconds)
      return overflow ? .max : sum
    }
  }
#endif
