// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The endpoints of a service under a lock, which a choice takes once and its end once.
final class EndpointPool: Sendable {
  private let table: Lock<EndpointTable>
  /// Where each is connected to; `nil` where the URL says it.
  private let places: [Endpoint?]
  let labels: [String]
  let count: Int
  private let key: BalancePolicy.Key?

  init(_ plan: ResiliencePlan, seed: UInt64) {
    let endpoints = plan.endpoints
    places = endpoints.isEmpty ? [nil] : endpoints.map(\.place)
    labels = places.map { place in place.map { $0.name ?? "\($0)" } ?? "" }
    count = places.count
    key = if case .hash(let key) = plan.rules.balance { key } else { nil }
    let start = Int(truncatingIfNeeded: seed >> 33)
    // A lone service without endpoints has one all the same: its health is the breaker's.
    table = Lock(
      EndpointTable(endpoints.isEmpty ? [ServiceEndpoint.itself] : endpoints, plan.rules, startingAt: start)
    )
  }

  /// Chooses an endpoint for an attempt; `nil` where there is none that may be used.
  func choose(
    for request: inout ResolvedRequest,
    at now: ContinuousClock.Instant,
    _ bits: UInt64,
    tried: [Int],
    needsOther: Bool
  ) -> EndpointChoice? {
    let hash = key.flatMap { request.hash(of: $0) }
    let choice = table.withLock { table in
      var bits = DrawnBits(bits)
      return table.choose(at: now, &bits, tried: tried, hash: hash, needsOther: needsOther)
    }
    if let choice, let place = places[choice.index] { request.endpoint = place }
    return choice
  }

  /// Takes back what was chosen, whatever came of it.
  func finish(_ choice: EndpointChoice, _ end: AttemptEnd, since start: ContinuousClock.Instant, _ context: CallContext)
  {
    let now = context.clock.now
    let random = context.environment.randomBits()
    let change = table.withLock { table in
      var bits = DrawnBits(random)
      return table.finish(choice, end, after: start.duration(to: now), at: now, &bits)
    }
    if let change { tell(change, of: choice.index, context, now) }
  }

  /// Apart from ``finish(_:_:since:_:)``: it hardly ever happens.
  @inline(never)
  private func tell(
    _ change: EndpointHealth.Change,
    of index: Int,
    _ context: CallContext,
    _ now: ContinuousClock.Instant
  ) {
    switch change {
    case .rests(let reason, let until):
      context.emit(.endpointEjected) { event in
        event.endpoint = labels[index]
        event.message = "left out for \(now.duration(to: until).wholeMilliseconds) ms: \(reason)"
      }
    case .returned:
      context.emit(.endpointReturned) { $0.endpoint = labels[index] }
    }
  }

  /// The labels of those that rest or are probed.
  var resting: [String] {
    table.withLock { table in table.entries.indices.filter { !table.entries[$0].health.isHealthy } }
      .map { labels[$0] }
  }

  /// What each is doing, and how it has been doing.
  var entries: [EndpointTable.Entry] { table.withLock { $0.entries } }

  /// How many attempts are in flight.
  var active: Int { table.withLock { $0.entries.reduce(0) { $0 + $1.active } } }

  /// Until when and why a lone endpoint rests.
  var rest: (until: ContinuousClock.Instant?, reason: RestReason?) {
    table.withLock { table in (table.entries[0].health.restsUntil, table.entries[0].health.reason) }
  }
}

extension ServiceEndpoint {
  /// The place where a service is that has no endpoints: where its URL says.
  fileprivate static let itself = ServiceEndpoint(Origin(isSecure: true, host: "", port: nil))

  /// Where connections go.
  fileprivate var place: Endpoint? {
    let isAddress = origin.host.begins(withBytesOf: "[") || IPAddress(origin.host) != nil
    return try? Endpoint(
      host: origin.host,
      port: origin.port,
      // What is named by name shows a certificate for that name; what is an address, one for the service's.
      tlsName: origin.isSecure && !isAddress ? origin.host : nil,
      name: name
    )
  }
}

extension ResolvedRequest {
  /// A hash of the part of the request that says where it goes; `nil` where it has none.
  func hash(of key: BalancePolicy.Key) -> UInt64? {
    let text: String?
    switch key {
    case .header(let name): text = headers[name]
    case .cookie(let name):
      text = headers.values(for: "Cookie").lazy.flatMap { $0.split(atByte: ";") }
        .map { $0.trimmingBlanks() }
        .first { $0.begins(withBytesOf: name + "=") }
        .map { String($0.utf8.dropFirst(name.utf8.count + 1)) ?? "" }
    case .query(let name):
      text = url.query?.split(atByte: "&").first { $0.begins(withBytesOf: name + "=") }
        .map { String($0.utf8.dropFirst(name.utf8.count + 1)) ?? "" }
    }
    return text.map { MaglevTable.hash($0) }
  }
}

extension RequestEvent.Kind {
  /// An endpoint is left out for a while: ``RequestEvent/endpoint`` is set, and ``RequestEvent/message`` says why and for
  /// how long.
  public static let endpointEjected = RequestEvent.Kind(rawValue: "endpointEjected")
  /// An endpoint that was left out is used again: ``RequestEvent/endpoint`` is set.
  public static let endpointReturned = RequestEvent.Kind(rawValue: "endpointReturned")
  /// A call is not sent again although it failed: ``RequestEvent/message`` says why.
  public static let retryRefused = RequestEvent.Kind(rawValue: "retryRefused")
}
