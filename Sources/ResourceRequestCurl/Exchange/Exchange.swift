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
    var timerPosition = -1
    var linePosition = -1
    var phase = Attempt.Phase.queued
    /// When the peer was last heard or sent to, in the loop's time.
    var lastActivity: UInt64 = 0
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
    var announcedLength = 0
    /// The length the body must have; `nil` where nothing says it, or libcurl sees to it.
    var countedLength: Int?
    /// Bytes of the request's body handed to libcurl.
    var bodySent = 0
    /// What libcurl makes of those bytes where it sends them in chunks.
    var bodyFramed = 0
    /// Whether libcurl has been handed the end of a body without a length.
    var isBodyEnded = false
    /// Whether a part of the body may be owed on the connection.
    var owesBody: Bool
    /// Whether no connection was opened for it.
    var reusedConnection = false
    /// Whether it may be given a connection just opened, although a new one was wanted.
    var sharesNewConnection = false
    /// Whether it has been answered.
    var isOver = false
    /// Bytes of the response's body as libcurl hands them over.
    var bodyReceived = 0
    /// Whether libcurl decodes the body of the response.
    var isCompressed = false
    /// Decodes a body that is handed over whole, where libcurl is not to.
    var decoder: ContentDecoder?
    /// What its connection told of beside the response.
    var trace = ConnectionTrace()
    /// What had gone over that socket when it was last looked at.
    var traffic: Traffic?
    /// When that was.
    var lastLook: UInt64 = 0
    /// The chunk of a body made while it is sent of which a part is sent.
    var uploadChunk = Data()
    /// Which directions wait for their other end.
    var pauses: Pauses = []
    /// Whether its result has been handed over: at the end, or, of a stream, at the head.
    var isAnswered = false
    /// Where the body goes once the head has been handed over.
    ///
    /// Its reader's to keep: when it goes, the exchange ends.
    weak var stream: IncomingStream?
    /// What has come for the stream within this turn of the loop.
    var gatherer: ChunkGatherer?
    /// Why a callback ended the transfer: more than libcurl can know.
    var failure: TransportFailure?
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
      owesBody = request.body.map { $0.length != 0 } ?? false
      let origin = request.url.origin
      plan = request.connectionPlan
      lane = Lane(origin: origin, connection: options.sharedConnection, endpoint: request.endpoint)
      looksUp = plan?.looksUp ?? true && !Exchange.isAddress(plan?.host?.name ?? origin.host)
      deadline = submission.remaining.map { now.advanced(by: $0) } ?? .max
      gap = UInt64(0).advanced(by: options.readTimeout.length)
    }

    /// What came of the response's head; `nil` before it has started.
    var head: HeadReader? { handle?.head }

    var connectionLimit: Int { options.maxConnections ?? .max }

    /// How long its connection may rest afterwards.
    var idleTime: Duration { options.sharedConnection?.value.idleTime ?? ConnectionOptions.standardIdleTime }

    /// The next moment at which it has to be looked at.
    var nextMoment: UInt64 {
      guard isWatched else { return min(deadline, nextStep) }
      // Often enough that it is known when something last moved.
      let look = max(lastLook, lastActivity).addingReportingOverflow(max(1, gap / 4)).partialValue
      return min(deadline, nextStep, look, lastActivity.addingReportingOverflow(gap).partialValue)
    }

    /// Whether silence is the peer's: not while we let it wait, or have nothing to send.
    var isWatched: Bool { (phase == .sent || phase == .receiving) && gap < .max && pauses.isEmpty }

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
  }

  /// The directions of an exchange that wait for the side that is not the peer.
  struct Pauses: OptionSet {
    let rawValue: UInt8

    /// The reader of the response has no room.
    static let receiving = Pauses(rawValue: 1)
    /// The maker of the body has nothing yet.
    static let sending = Pauses(rawValue: 2)

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
