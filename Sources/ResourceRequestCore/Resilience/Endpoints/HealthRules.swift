// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// When an endpoint rests, for how long, and how it comes back: ejection and breaker in one set of rules.
struct HealthRules: Sendable, Hashable {
  /// After how many failures in a row it rests; `nil` for never.
  var consecutive: Int?
  /// At which share of failures it rests.
  var failureRate: FailureRate?
  /// What takes longer is a failure.
  var slow: Duration?
  /// Whether one failure to connect is enough.
  var restsAtConnectFailure: Bool
  /// Whether 500 and every other 5xx count, or only what a retry may cure.
  var countsEveryServerError: Bool
  /// How long it rests.
  var rest: Duration
  var longestRest: Duration
  /// How many attempts try it afterwards, and must all go well.
  var probes: Int
  /// Whether a failed probe doubles the rest; otherwise only a return that did not last makes it longer.
  var doublesAfterFailedProbe: Bool

  init(_ policy: OutlierPolicy) {
    consecutive = policy.consecutive
    failureRate = policy.failureRate
    restsAtConnectFailure = true
    countsEveryServerError = true
    rest = policy.ejectFor
    longestRest = policy.maxEjectFor
    probes = 1
    doublesAfterFailedProbe = false
  }

  init(_ policy: BreakerPolicy) {
    failureRate = policy.failureRate
    slow = policy.slow
    restsAtConnectFailure = false
    countsEveryServerError = false
    rest = policy.openFor
    longestRest = policy.maxOpenFor
    probes = policy.probes
    doublesAfterFailedProbe = true
  }

  /// What the end of an attempt says of its endpoint.
  func verdict(of end: AttemptEnd, after duration: Duration) -> EndpointVerdict {
    switch end {
    case .abandoned: return .none
    case .answered(let status, _):
      let isFailure = countsEveryServerError ? status.isServerError : [502, 503, 504].contains(status.code)
      if isFailure { return .failure }
      if let slow, duration > slow { return .failure }
      return .success
    case .failed:
      switch end.condition {
      case .connectFailure: return restsAtConnectFailure ? .unreachable : .failure
      case .reset, .attemptTimeout: return .failure
      // What the request or this machine is at fault for.
      case .status, nil: return .none
      }
    }
  }
}

/// What an attempt says of its endpoint.
enum EndpointVerdict: Sendable, Hashable {
  case success
  case failure
  /// Nobody is there.
  case unreachable
  /// Nothing: it was cancelled, or this side is at fault.
  case none
}
