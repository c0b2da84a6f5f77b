// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How long the parts of an exchange took, in milliseconds; −1 where nobody knows.
struct HARTimings: Sendable, Hashable {
  var blocked = -1.0
  var dns = -1.0
  var connect = -1.0
  var ssl = -1.0
  /// The standard has no unknown for these three.
  var send = 0.0
  var wait = 0.0
  var receive = 0.0

  /// The part that a failure is shown in.
  enum Part: Sendable, Hashable {
    case blocked, dns, connect, wait

    /// The part a failed exchange had come to; one that was receiving has waited before, for longer in most cases.
    init(_ failure: TransportFailure) {
      self =
        switch failure.phase {
        case .queued: .blocked
        case .connecting: failure.code == .nameNotResolved ? .dns : .connect
        case .sent, .receiving: .wait
        }
    }
  }

  /// What the metrics of a transport come to.
  ///
  /// - Parameters:
  ///   - metrics: the metrics; `nil` without a response.
  ///   - duration: how long it took.
  ///   - part: the part that took all of it if there are no metrics.
  ///   - broken: how long a body took after the head whose stream broke off.
  init(_ metrics: ExchangeMetrics?, _ duration: Duration, failedIn part: Part = .wait, broken: Duration? = nil) {
    guard let metrics else {
      let time = Self.milliseconds(duration)
      switch part {
      case .blocked: blocked = time
      case .dns: dns = time
      case .connect: connect = time
      case .wait: wait = time
      }
      return
    }
    if let queued = metrics.queued { blocked = Self.milliseconds(queued) }
    var reached = Duration.zero
    if let lookup = metrics.nameLookup {
      dns = Self.milliseconds(lookup)
      reached = lookup
    }
    if let connected = metrics.connect {
      // The standard counts TLS twice: by itself, and as a part of connecting.
      let ready = max(connected, metrics.tls ?? connected)
      connect = Self.milliseconds(ready - reached)
      if let tls = metrics.tls { ssl = Self.milliseconds(tls - connected) }
      reached = ready
    }
    let total = metrics.total > .zero ? metrics.total : duration
    let first = min(metrics.firstByte ?? total, total)
    wait = Self.milliseconds(first - reached)
    receive = Self.milliseconds(total - first + (broken ?? .zero))
  }

  /// All of them, what is in another one not twice.
  ///
  /// In whole microseconds, as they are: the sum of such numbers has digits that none of them has.
  var total: Double {
    let sum = [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + max(0, $1) }
    return (sum * 1000).rounded() / 1000
  }

  var shown: JSON {
    [
      "blocked": HARDocument.number(blocked), "dns": HARDocument.number(dns), "connect": HARDocument.number(connect),
      "ssl": HARDocument.number(ssl), "send": HARDocument.number(send), "wait": HARDocument.number(wait),
      "receive": HARDocument.number(receive),
    ]
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = max(.zero, duration).components
    return Double(seconds) * 1000 + (Double(attoseconds) / 1e12).rounded() / 1000
  }
}
