// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The endpoints of a service under a lock, which is taken once to choose and once at the end of an attempt.
final class EndpointPool: Sendable {
  private struct State {
    var table: EndpointTable
    /// Where to connect for each; `nil` for the URL's host.
    var places: [Endpoint?]
    var labels: [String]
    /// The time of the last attempt.
    var usedAt: ContinuousClock.Instant?
    /// Starts background work at the first attempt.
    var begin: (@Sendable () -> Void)?

    init(_ table: EndpointTable) {
      self.table = table
      places = table.entries.map(\.endpoint.place)
      labels = places.map { $0?.label ?? "" }
    }

    mutating func update(_ endpoints: [ServiceEndpoint], at now: ContinuousClock.Instant) {
      table.update(endpoints, at: now)
      var next = State(table)
      (next.usedAt, next.begin) = (usedAt, begin)
      self = next
    }
  }

  private let state: Lock<State>
  private let key: BalancePolicy.Key?
  private let notesUse: Bool
  private let hints: (any EndpointHints)?

  init(_ plan: ResiliencePlan, seed: UInt64, hints: (any EndpointHints)? = nil) {
    self.hints = hints
    let endpoints = plan.endpoints
    key = if case .hash(let key) = plan.rules.balance { key } else { nil }
    notesUse = plan.configured.health != nil || plan.areFollowed
    let start = Int(truncatingIfNeeded: seed >> 33)
    // A lone service without endpoints has one all the same: its health is that of the breaker.
    let table = EndpointTable(endpoints.isEmpty ? [ServiceEndpoint.itself] : endpoints, plan.rules, startingAt: start)
    state = Lock(State(table))
  }

  /// Sets the background work to start at the first attempt.
  func whenFirstUsed(_ begin: @escaping @Sendable () -> Void) { state.withLock { $0.begin = begin } }

  /// Replaces the endpoints by at least one other.
  func update(_ endpoints: [ServiceEndpoint], at now: ContinuousClock.Instant) {
    guard !endpoints.isEmpty else { return }
    state.withLock { $0.update(endpoints, at: now) }
  }

  /// Chooses an endpoint for an attempt; `nil` if none is usable.
  func choose(
    for request: inout ResolvedRequest,
    at now: ContinuousClock.Instant,
    _ bits: UInt64,
    tried: [Int],
    needsOther: Bool
  ) -> EndpointChoice? {
    let hash = key.flatMap { request.hash(of: $0) }
    let (choice, place, begin) = state.withLock { state -> (EndpointChoice?, Endpoint?, (@Sendable () -> Void)?) in
      var bits = SplitMix64(bits)
      var choice = state.table.choose(at: now, &bits, tried: tried, hash: hash, needsOther: needsOther)
      choice?.bits = bits.next()
      let place = choice.flatMap { state.places[$0.index] }
      guard notesUse else { return (choice, place, nil) }
      state.usedAt = now
      defer { state.begin = nil }
      return (choice, place, state.begin)
    }
    begin?()
    if let place { request.endpoint = place }
    return choice
  }

  /// Returns a chosen endpoint, with the outcome of the attempt, or of what was before it.
  func finish(
    _ choice: EndpointChoice,
    _ end: AttemptEnd,
    after duration: Duration,
    at now: ContinuousClock.Instant,
    _ context: CallContext,
    isAttempt: Bool
  ) {
    var isDoubted = false
    if let hints, !end.isSuccess, end != .abandoned { isDoubted = hints.doubts(label(choice.index)) }
    let change = state.withLock { state in
      var bits = SplitMix64(choice.bits)
      return state.table.finish(
        choice,
        end,
        after: duration,
        at: now,
        &bits,
        isDoubted: isDoubted,
        isAttempt: isAttempt
      )
    }
    if let change { tell(change, of: choice.index, context, now) }
  }

  private func label(_ index: Int) -> String { state.withLock { $0.labels[index] } }

  /// Separate from ``finish(_:_:after:at:_:isAttempt:)``, since it is rare.
  @inline(never)
  private func tell(
    _ change: EndpointHealth.Change,
    of index: Int,
    _ context: CallContext,
    _ now: ContinuousClock.Instant
  ) {
    let label = label(index)
    switch change {
    case .rests(let reason, let until):
      // What others have said is not said on, or nobody would ever try the endpoint again.
      if reason != .hinted { hints?.leavesOut(label, for: now.duration(to: until)) }
      context.emit(.endpointEjected) { event in
        event.endpoint = label
        event.message = "left out for \(now.duration(to: until).wholeMilliseconds) ms: \(reason)"
      }
    case .failsChecks:
      context.emit(.endpointEjected) { event in
        event.endpoint = label
        event.message = "left out until it is well: \(EjectionReason.check)"
      }
    // Reported once the endpoint is used again.
    case .mayReturn: break
    case .returned:
      context.emit(.endpointReturned) { $0.endpoint = label }
    }
  }

  // MARK: Checks

  /// The endpoints, and where to connect for each.
  var targets: [(origin: Origin, place: Endpoint?)] {
    state.withLock { state in
      zip(state.table.entries, state.places).filter { !$0.0.isGone }.map { ($0.0.endpoint.origin, $0.1) }
    }
  }

  /// The time since the last attempt; `nil` if there was none.
  func idleTime(at now: ContinuousClock.Instant) -> Duration? { state.withLock { $0.usedAt }?.duration(to: now) }

  /// Records a health check.
  func noteCheck(_ origin: Origin, isGood: Bool, _ policy: HealthPolicy, _ context: CallContext) {
    let now = context.clock.now
    let found = state.withLock { $0.table.noteCheck(origin, isGood: isGood, at: now, policy) }
    if let found { tell(found.change, of: found.index, context, now) }
  }

  // MARK: What is known

  /// The number of endpoints that get traffic.
  var count: Int { state.withLock { $0.table.count } }

  /// Whether all of them are ejected or probed.
  var isDown: Bool { state.withLock { $0.table.unhealthy == $0.table.count } }

  /// Whether an endpoint that was not tried may be used.
  func hasOther(than tried: [Int], at now: ContinuousClock.Instant) -> Bool {
    state.withLock { $0.table.hasOther(than: tried, at: now) }
  }

  /// The labels, states and outcomes of all endpoints.
  var listed: [(label: String, entry: EndpointTable.Entry)] {
    state.withLock { state in zip(state.labels, state.table.entries).filter { !$0.1.isGone } }
      .map { (label: $0.0, entry: $0.1) }
  }

  /// The number of attempts in flight.
  var active: Int { state.withLock { $0.table.entries.reduce(0) { $0 + $1.active } } }

  /// Until when and why a single endpoint is ejected.
  var rest: (until: ContinuousClock.Instant?, reason: EjectionReason?) {
    let entry = state.withLock { $0.table.entries.first { !$0.isGone } }
    return (entry?.health.restsUntil, entry?.health.reason)
  }
}

extension ServiceEndpoint {
  /// The endpoint of a service without endpoints: the URL's host.
  fileprivate static let itself = ServiceEndpoint(Origin(isSecure: true, host: "", port: nil))

  /// Where to connect; `nil` for the URL's host.
  fileprivate var place: Endpoint? {
    if origin.host.isEmpty { return nil }
    return try? Endpoint(
      host: origin.host,
      port: origin.port,
      // An endpoint given by name shows a certificate for that name; one given by address, for the service's name.
      tlsName: origin.isSecure && !HostName.isAddress(origin.host) ? origin.host : nil,
      name: name
    )
  }
}

extension ResolvedRequest {
  /// A hash of the part of the request that selects the endpoint; `nil` if the request lacks it.
  func hash(of key: BalancePolicy.Key) -> UInt64? {
    let text: String?
    switch key {
    case .header(let name): text = headers[name]
    case .cookie(let name):
      text = headers.values(for: "Cookie").lazy.flatMap { $0.split(atByte: ";") }
        .map { $0.trimmingBlanks() }
        .first { $0.begins(withBytesOf: name + "=") }
        .map { String($0.utf8.dropFirst(name.utf8.count + 1)) ?? "" }
    case .pathParameter: text = balanceKey
    case .query(let name):
      let items = url.query?.split(atByte: "&").lazy.map { $0.cut(atByte: "=") }
      // As it is written, or encoded.
      let item = items?.first { head, tail in
        tail != nil
          && (head.hasSameBytes(as: name)
            || head.utf8.count >= name.utf8.count
              && PercentEncoding.decodeLeniently(head, plusIsSpace: true).hasSameBytes(as: name))
      }
      text = item?.tail.map { String($0) }
    }
    return text.map { SplitMix64.hash($0) }
  }
}

/// Hints about failing endpoints that instances share; a hint alone never ejects an endpoint.
///
/// An endpoint that another instance has ejected is ejected here after its first failure; until then it is used as
/// usual. A ``ServiceFeature`` provides the hints. They are read after each failed attempt, and must return at once.
public protocol EndpointHints: Sendable {
  /// Whether another instance has ejected an endpoint that has just failed here.
  func doubts(_ endpoint: String) -> Bool

  /// Receives an ejection by this instance that was not caused by a hint.
  func leavesOut(_ endpoint: String, for time: Duration)
}
