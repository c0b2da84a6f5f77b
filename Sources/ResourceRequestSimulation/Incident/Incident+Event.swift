// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Simulation.Incident {
  /// An event that affects a server for a while.
  public struct Event: Sendable, Hashable {
    /// When it starts.
    public var from: Duration
    /// When it ends; `nil` for never.
    public var to: Duration?
    /// The effect.
    package var effect: Effect

    /// Creates an event.
    package init(from: Duration = .zero, to: Duration? = nil, _ effect: Effect) {
      self.from = from
      self.to = to
      self.effect = effect
    }
  }

  /// The effect of an event on its server.
  package enum Effect: Sendable, Hashable {
    /// Accepts calls and works on none; calls in flight continue afterwards.
    case stall
    /// Works this many times as slowly.
    case slow(Double)
    /// Fails some calls.
    case fail(Failure)
    /// Refuses connections.
    case refuse
    /// Changes the number of workers.
    case workers(Int)
    /// Limits the calls in a window of time, and answers 429 above the limit.
    case limit(RateLimit)
  }

  /// How a server fails calls.
  package struct Failure: Sendable, Hashable {
    /// The share of calls, from 0 to 1.
    package var share = 1.0
    /// The status of the response; `nil` for a connection that is reset.
    package var status: Int?
    /// The response's `Retry-After`, in whole seconds, rounded up (RFC 9110 §10.2.3).
    package var retryAfter: Duration?
    /// The time until the failure, without a worker; `nil` fails after a worker has handled the call.
    package var after: Duration?

    /// Fails calls by resetting their connections.
    package static func reset(share: Double = 1, after: Duration? = nil) -> Failure {
      Failure(share: share, after: after)
    }
  }

  /// A limit of calls in a window of time.
  package struct RateLimit: Sendable, Hashable {
    /// The number of calls.
    package var requests: Int
    /// The window.
    package var per: Duration
    /// The `Retry-After` above the limit; `nil` for none.
    package var retryAfter: Duration?
  }
}

extension Simulation.Incident.Event {
  /// Whether it is going on.
  func covers(_ moment: VirtualMoment) -> Bool { moment >= start && moment < end }

  var start: VirtualMoment { VirtualMoment(from) }
  var end: VirtualMoment { to.map { VirtualMoment($0) } ?? .never }
}

extension Simulation.Incident.Event: CustomStringConvertible {
  /// Its effect in a few words, such as `4 × slower`.
  public var description: String {
    switch effect {
    case .stall: "stall"
    case .slow(let factor): "\(Self.text(factor)) × slower"
    case .fail(let failure):
      "\(Self.text((failure.share * 100).rounded())) % \(failure.status.map(String.init) ?? "reset")"
    case .refuse: "refused"
    case .workers(let count): "\(count) workers"
    case .limit(let limit): "\(limit.requests) per \(Self.text(limit.per.seconds)) s"
    }
  }

  /// A number with at most one decimal place.
  private static func text(_ number: Double) -> String {
    let rounded = (number * 10).rounded() / 10
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
