// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Simulation.Incident {
  /// Something that befalls a server for a while.
  public struct Event: Sendable, Hashable {
    /// When it begins.
    public var from: Duration
    /// When it is over; `nil` for never.
    public var to: Duration?
    /// What it is.
    public var effect: Effect

    /// Something that befalls a server.
    public init(from: Duration = .zero, to: Duration? = nil, _ effect: Effect) {
      self.from = from
      self.to = to
      self.effect = effect
    }
  }

  /// What an event does to its server.
  public enum Effect: Sendable, Hashable {
    /// Accepts calls and works on none; what was in flight goes on afterwards.
    case stall
    /// Works this many times slower.
    case slow(Double)
    /// Answers some calls badly.
    case fail(Failure)
    /// Refuses connections.
    case refuse
    /// Has another number of workers.
    case workers(Int)
    /// Answers no more than so many calls in a window of time, and 429 beyond that.
    case limit(RateLimit)
  }

  /// How a server answers badly.
  public struct Failure: Sendable, Hashable {
    /// Which share of calls, from 0 to 1.
    public var share: Double
    /// The status of the response; `nil` for a connection that is reset.
    public var status: Int?
    /// What the response's Retry-After says, in whole seconds, rounded up (RFC 9110 §10.2.3).
    public var retryAfter: Duration?
    /// After what time, without a worker; `nil` once a worker has worked on it as on any other call.
    public var after: Duration?

    /// Answers with a status.
    public init(share: Double = 1, status: Int, retryAfter: Duration? = nil, after: Duration? = nil) {
      self.share = share
      self.status = status
      self.retryAfter = retryAfter
      self.after = after
    }

    /// Resets connections.
    public static func reset(share: Double = 1, after: Duration? = nil) -> Failure {
      var failure = Failure(share: share, status: 0, after: after)
      failure.status = nil
      return failure
    }
  }

  /// How many calls a server answers in a window of time.
  public struct RateLimit: Sendable, Hashable {
    /// How many.
    public var requests: Int
    /// In how long.
    public var per: Duration
    /// What Retry-After says beyond that; `nil` for none.
    public var retryAfter: Duration?

    /// So many calls in a window.
    public init(requests: Int, per: Duration, retryAfter: Duration? = nil) {
      self.requests = requests
      self.per = per
      self.retryAfter = retryAfter
    }
  }
}

extension Simulation.Incident.Event {
  /// Whether it is going on.
  func covers(_ moment: VirtualMoment) -> Bool { moment >= start && moment < end }

  var start: VirtualMoment { VirtualMoment(from) }
  var end: VirtualMoment { to.map { VirtualMoment($0) } ?? .never }
}
