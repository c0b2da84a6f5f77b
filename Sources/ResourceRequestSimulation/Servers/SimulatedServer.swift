// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// A server: decides which call gets which response when.
///
/// Pure: time is passed in, and it returns when a call that it starts will be done.
struct SimulatedServer: Sendable {
  /// How a call ends at the server.
  enum Outcome: Sendable, Hashable {
    case status(Int, retryAfter: Int?)
    case reset
  }

  /// A call at the server.
  struct Work: Sendable {
    /// The number of the exchange.
    let exchange: Int
    /// How long it takes.
    let time: VirtualMoment
    let outcome: Outcome
  }

  /// The result for an arriving call.
  enum Arrival: Sendable, Equatable {
    /// The connection is refused.
    case refused
    /// It is answered without a worker.
    case answered(Outcome, at: VirtualMoment)
    /// It waits for a worker.
    case waits
  }

  let spec: Simulation.Incident.Server
  private let rate: WorkRate
  private var random: SeededRandom
  private var queue = WaitingWork()
  private(set) var busy = 0
  /// How many calls each limit has admitted, and in which window.
  private var admitted: [Int: (window: Int64, count: Int)] = [:]

  init(_ spec: Simulation.Incident.Server, random: SeededRandom) {
    self.spec = spec
    self.random = random
    rate = WorkRate(spec.events)
  }

  /// How many calls wait for a worker.
  var waiting: Int { queue.count }

  /// Takes in a call.
  mutating func arrive(_ exchange: Int, at now: VirtualMoment) -> Arrival {
    // Drawn for every call, so that an event changes nothing about the calls after it.
    let time = spec.time.draw(&random)
    let chance = random.unit()
    var outcome = Outcome.status(200, retryAfter: nil)
    for (index, event) in spec.events.enumerated() where event.covers(now) {
      switch event.effect {
      case .refuse:
        return .refused
      case .fail(let failure) where chance < failure.share:
        outcome = failure.status.map { .status($0, retryAfter: failure.retryAfter?.wholeSeconds) } ?? .reset
        if let after = failure.after { return .answered(outcome, at: now.after(VirtualMoment(after))) }
      case .limit(let limit) where !admit(index, limit, now):
        return .answered(.status(429, retryAfter: limit.retryAfter?.wholeSeconds), at: now)
      default:
        break
      }
    }
    if let limit = spec.queue, busy >= workers(at: now), queue.count >= limit {
      return .answered(.status(503, retryAfter: nil), at: now)
    }
    queue.append(Work(exchange: exchange, time: time, outcome: outcome))
    return .waits
  }

  /// Gives the call that has waited longest to a free worker.
  ///
  /// - Returns: the call and when it will be done; `nil` if none waits or no worker is free.
  mutating func begin(at now: VirtualMoment) -> (work: Work, finish: VirtualMoment)? {
    guard busy < workers(at: now), let work = queue.popFirst() else { return nil }
    busy += 1
    return (work, rate.finish(of: work.time, from: now))
  }

  /// A worker is done with its call.
  mutating func end() {
    busy -= 1
  }

  /// The moments at which it may have more workers than before.
  var shifts: [VirtualMoment] {
    spec.events.flatMap { event -> [VirtualMoment] in
      if case .workers = event.effect { [event.start, event.end] } else { [] }
    }
  }

  private func workers(at now: VirtualMoment) -> Int {
    var workers = spec.workers
    for event in spec.events where event.covers(now) {
      if case .workers(let count) = event.effect { workers = count }
    }
    return workers
  }

  private mutating func admit(_ index: Int, _ limit: Simulation.Incident.RateLimit, _ now: VirtualMoment) -> Bool {
    let window = now / max(1, VirtualMoment(limit.per))
    var state = admitted[index] ?? (window, 0)
    if state.window != window { state = (window, 0) }
    defer { admitted[index] = state }
    guard state.count < limit.requests else { return false }
    state.count += 1
    return true
  }
}

/// Calls in the order they came in.
private struct WaitingWork: Sendable {
  private var works: [SimulatedServer.Work] = []
  private var first = 0

  var count: Int { works.count - first }

  mutating func append(_ work: SimulatedServer.Work) { works.append(work) }

  mutating func popFirst() -> SimulatedServer.Work? {
    guard first < works.count else { return nil }
    defer {
      first += 1
      if first == works.count || first > 4096 && first * 2 > works.count {
        works.removeFirst(first)
        first = 0
      }
    }
    return works[first]
  }
}

extension Duration {
  /// The smallest number of whole seconds that contains it.
  fileprivate var wholeSeconds: Int {
    let (seconds, attoseconds) = clamped.components
    return Int(seconds) + (attoseconds > 0 ? 1 : 0)
  }
}

/// The response of a token endpoint in a simulation (RFC 6749 §5.1).
struct IssuedToken: Sendable {
  let lifetime: Duration

  /// Adds to a response a token whose lifetime begins now.
  func fill(_ response: inout TransportResponse, at now: VirtualMoment) {
    let token: JSON = [
      "access_token": .string("simulated-\(now)"), "token_type": "Bearer",
      "expires_in": JSON(max(1, Int(lifetime.clamped.components.seconds))),
    ]
    response.headers["Content-Type"] = "application/json"
    response.body = IncomingBody(token.data())
  }
}
