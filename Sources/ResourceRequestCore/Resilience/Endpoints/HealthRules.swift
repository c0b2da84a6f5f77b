// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The rules of ejection and return, for outlier detection and the circuit breaker.
struct HealthRules: Sendable, Hashable {
  /// The consecutive failures that eject; `nil` for never.
  var consecutive: Int?
  /// The failure rate that ejects.
  var failureRate: FailureRate?
  /// Whether as many failures in a row as the failure rate asks for eject, if they last a tenth of its window.
  var restsWhenAllFail: Bool
  /// An attempt slower than this counts as a failure.
  var slow: Duration?
  /// Whether one failure to connect ejects.
  var restsAtConnectFailure: Bool
  /// Whether all 5xx count as failures, or only those that a retry may cure.
  var countsEveryServerError: Bool
  /// The length of the first ejection.
  var rest: Duration
  var longestRest: Duration
  /// The number of probes, which must all succeed.
  var probes: Int
  /// Whether a failed probe doubles the ejection; otherwise only a return that did not last makes it longer.
  var doublesAfterFailedProbe: Bool

  init(_ policy: OutlierPolicy) {
    consecutive = policy.consecutive
    failureRate = policy.failureRate
    restsWhenAllFail = false
    restsAtConnectFailure = true
    countsEveryServerError = true
    rest = policy.ejectFor
    longestRest = policy.maxEjectFor
    probes = 1
    doublesAfterFailedProbe = false
  }

  init(_ policy: BreakerPolicy) {
    failureRate = policy.failureRate
    restsWhenAllFail = true
    slow = policy.slow
    restsAtConnectFailure = false
    countsEveryServerError = false
    rest = policy.openFor
    longestRest = policy.maxOpenFor
    probes = policy.probes
    doublesAfterFailedProbe = true
  }

  /// The verdict of an outcome on the endpoint.
  func verdict(of end: AttemptEnd, after duration: Duration) -> EndpointVerdict {
    switch end {
    case .abandoned: return .none
    case .answered(let status, _):
      let isFailure = countsEveryServerError ? status.isServerError : [502, 503, 504].contains(status.code)
      if isFailure { return .failure }
      if let slow, duration > slow { return .failure }
      return .success
    // The endpoint has not seen it.
    case .failed where end.isUnsentTimeout: return .none
    case .failed(.protocolViolation, _, _): return .failure
    case .failed(let code, _, _):
      // Whom it shows a wrong certificate, an endpoint serves no better than whom it refuses.
      switch code == .certificateRejected ? .connectFailure : end.condition {
      case .connectFailure: return restsAtConnectFailure ? .unreachable : .failure
      case .reset, .attemptTimeout: return .failure
      // Failures caused by the request or this machine.
      case .status, nil: return .none
      }
    }
  }
}

extension AttemptEnd {
  /// Its verdict where no rules look at health; without a condition it was cancelled, or not caused by the endpoint, unless
  /// that is one that speaks no HTTP.
  var plainVerdict: EndpointVerdict {
    switch self {
    case .failed where isUnsentTimeout: .none
    case .failed(.protocolViolation, _, _), .failed(.certificateRejected, _, _): .failure
    default: condition == nil ? .none : isSuccess ? .success : .failure
    }
  }
}

/// The verdict of an attempt on its endpoint.
enum EndpointVerdict: Sendable, Hashable {
  case success
  case failure
  /// No connection.
  case unreachable
  /// Nothing: it was cancelled, or the client is at fault.
  case none
}

/// The rules for the endpoints of a service.
struct EndpointRules: Sendable, Hashable {
  var balance = BalancePolicy.leastRequest
  /// The rules for ejections by outcomes of calls; `nil` for none.
  var health: HealthRules?
  /// The largest share ejected at once; at least one, never the last.
  var maxEjected = 0.5
  var panicBelow = 0.5
  var overprovision = 1.4
  var slowStart: SlowStartPolicy?
  /// The latency that a failed attempt counts as: fast failures must not attract load.
  var failureCost = Duration.seconds(5)

  /// How many of a number of endpoints may be ejected at once.
  func mostResting(of count: Int) -> Int {
    // A service with one endpoint: its rest is that of the service, a breaker.
    guard count > 1 else { return health?.doublesAfterFailedProbe == true ? 1 : 0 }
    return min(count - 1, max(1, Int((Double(count) * min(max(0, maxEjected), 1)).rounded(.down))))
  }
}
