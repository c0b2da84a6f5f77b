// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Where a middleware stands in every pipeline, outermost first: THE order.
enum Station: Int, CaseIterable {
  // Each hop.

  /// The client's and the service's own, which see each hop once, before anything is added to it.
  case own
  /// Above everything that sends again: a response from here costs no attempt.
  case answers
  /// A call without a turn is not sent, and uses nothing below.
  case limits
  /// Sends again by policy: outside of credentials, so that each attempt carries a current one.
  case sending
  /// Sends again what met a closed connection.
  case connections
  /// Warns of what is unsafe.
  case warnings
  /// Passes challenges on to their handlers.
  case challenges
  /// Puts credentials on: late, so that nothing above sees them.
  case credentials
  /// Logs in to a proxy: innermost, so that the other logins see nothing of it.
  case proxy

  // Each attempt.

  /// Ends attempts that take too long, and counts them.
  case bounds
  /// Injects faults.
  case faults
  /// Inside of logins, so that cookies of one response of a login are sent with the next request.
  case cookies
  /// The client's and the service's own, last, so that a signer sees the request as it is sent.
  case ownAttempts

  /// Whether middleware there sees each attempt, and not each hop.
  var isOfAttempts: Bool { rawValue >= Station.bounds.rawValue }
}

/// The middleware and the parts of hops of one destination, as its rooms add them.
struct MiddlewarePlan {
  /// The calls that a middleware is for.
  enum Calls {
    case all
    /// Without policies of their own: almost all.
    case usual
    /// With policies of their own.
    case overriding
  }

  private struct Entry {
    let station: Station
    let calls: Calls
    let middleware: any Middleware
  }

  /// What observers were warned of at the destination already.
  let told: Lock<Set<ExactText>>
  private var entries: [Entry] = []
  /// The parts of its hops.
  private(set) var parts: [any HopPart] = []

  init(_ told: Lock<Set<ExactText>>) { self.told = told }

  /// Adds a middleware at a station, inside of those that are there.
  mutating func add(_ middleware: (any Middleware)?, at station: Station, for calls: Calls = .all) {
    guard let middleware else { return }
    let place = entries.firstIndex { $0.station.rawValue > station.rawValue } ?? entries.endIndex
    entries.insert(Entry(station: station, calls: calls, middleware: middleware), at: place)
  }

  /// Adds a part of hops.
  mutating func add(_ part: some HopPart) { parts.append(part) }

  /// Whether calls with policies of their own need other middleware.
  var tellsCallsApart: Bool { entries.contains { $0.calls != .all } }

  /// The middleware for calls of a kind: of each hop, and of each attempt.
  func middleware(for calls: Calls) -> (hop: [any Middleware], attempt: [any Middleware]) {
    let meant = entries.filter { $0.calls == .all || $0.calls == calls }
    let (hop, attempt) = (meant.filter { !$0.station.isOfAttempts }, meant.filter(\.station.isOfAttempts))
    return (hop.map(\.middleware), attempt.map(\.middleware))
  }
}

/// What a room does around each hop of a destination, outside of its pipeline.
///
/// A middleware is a frame in every call, and knows nothing of redirects; this is neither.
protocol HopPart: Sendable {
  /// The URL to ask in place of one that a request, or a redirect of this destination, leads to; `nil` if it may stay.
  func upgrade(_ url: ResourceURL, _ context: CallContext) -> ResourceURL?

  /// Ends a request that cannot be answered here, before anything is done for it.
  func admit(_ request: ResolvedRequest) throws(TransportFailure)

  /// Whether ``answered(_:_:_:)`` wants to know of a request, so that others do not pay for it.
  func follows(_ request: ResolvedRequest) -> Bool

  /// Learns of a response.
  func answered(_ request: ResolvedRequest, _ response: TransportResponse, _ context: CallContext) async
}

extension HopPart {
  func upgrade(_ url: ResourceURL, _ context: CallContext) -> ResourceURL? { nil }
  func admit(_ request: ResolvedRequest) throws(TransportFailure) {}
  func follows(_ request: ResolvedRequest) -> Bool { false }
  func answered(_ request: ResolvedRequest, _ response: TransportResponse, _ context: CallContext) async {}
}
