// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResiliencePolicies {
  /// The policies as a document says them.
  var shown: JSON.Object {
    var object: JSON.Object = [:]
    if let preset { object["resilience"] = .string(preset.rawValue) }
    if let balance { object["balance"] = balance.shown }
    if let retry { object["retry"] = retry.shown }
    if let retryBudget {
      object["retryBudget"] = [
        "perSuccess": JSON(retryBudget.perSuccess), "tokens": JSON(retryBudget.tokens),
        "minPerSecond": JSON(retryBudget.minPerSecond),
      ]
    }
    if let idempotencyKey {
      object["idempotencyKey"] = [
        "header": .string(idempotencyKey.header), "methods": idempotencyKey.methods.shown,
        "quoted": .bool(idempotencyKey.isQuoted),
      ]
    }
    if let hedge { object["hedge"] = hedge.shown }
    if let outliers { object["outliers"] = outliers.shown }
    if let breaker { object["breaker"] = breaker.shown }
    if let panicBelow { object["panicBelow"] = JSON(panicBelow) }
    if let overprovision { object["overprovision"] = JSON(overprovision) }
    if let slowStart {
      object["slowStart"] = [
        "window": slowStart.window.shown, "aggression": JSON(slowStart.aggression), "min": JSON(slowStart.min),
      ]
    }
    for (key, value) in shownLimits { object[key] = value }
    return object
  }

  private var shownLimits: JSON.Object {
    var object: JSON.Object = [:]
    if let concurrency { object["concurrency"] = concurrency.shown }
    if let queue {
      var members: JSON.Object = ["length": JSON(queue.length), "order": .string(queue.order.rawValue)]
      if let timeout = queue.timeout { members["timeout"] = timeout.shown }
      object["queue"] = .object(members)
    }
    if let rate { object["rate"] = rate.shown }
    if let throttle {
      object["throttle"] = [
        "ratio": JSON(throttle.ratio), "window": throttle.window.shown, "atLeast": JSON(throttle.atLeast),
        "most": JSON(throttle.most),
      ]
    }
    if let deadline {
      var members: JSON.Object = ["send": .string(deadline.header), "format": .string(deadline.format.rawValue)]
      if deadline.reserve > .zero { members["reserve"] = deadline.reserve.shown }
      if let share = deadline.atLeast { members["atLeast"] = .string("p\(AmountText.percent(share))") }
      object["deadline"] = .object(members)
    }
    if let attemptHeader { object["attemptHeader"] = .string(attemptHeader) }
    if let criticality { object["criticality"] = .string(criticality.rawValue) }
    if let chaos { object["chaos"] = chaos.shown }
    if let health { object["health"] = health.shown }
    return object
  }
}

extension ServiceEndpoint {
  /// The endpoint as a document says it.
  var shown: JSON {
    var object: JSON.Object = ["url": .string(origin.description)]
    if weight != 1 { object["weight"] = JSON(weight) }
    if priority != 0 { object["priority"] = JSON(priority) }
    if let zone { object["zone"] = .string(zone) }
    if let name { object["name"] = .string(name) }
    return .object(object)
  }
}

extension BalancePolicy {
  fileprivate var shown: JSON {
    switch self {
    case .leastRequest: "leastRequest"
    case .roundRobin: "roundRobin"
    case .random: "random"
    case .peakEWMA: "peakEWMA"
    case .hash(.header(let name)): ["hash": ["header": .string(name)]]
    case .hash(.cookie(let name)): ["hash": ["cookie": .string(name)]]
    case .hash(.query(let name)): ["hash": ["query": .string(name)]]
    case .hash(.pathParameter(let name)): ["hash": ["pathParameter": .string(name)]]
    }
  }
}

extension RetryPolicy {
  fileprivate var shown: JSON {
    if self == .never { return "none" }
    if self == .attempts(attempts) { return JSON(attempts) }
    let words = conditions.compactMap { $0.status == nil ? $0.description : nil }.sorted()
    let statuses = conditions.compactMap { $0.status?.code }.sorted()
    return [
      "attempts": JSON(attempts), "on": .array(words.map { .string($0) } + statuses.map { JSON($0) }),
      "methods": methods.shown, "backoff": ["base": backoff.base.shown, "max": backoff.max.shown],
      "retryAfter": ["max": retryAfterLimit.shown], "otherEndpoint": .bool(prefersOtherEndpoint),
      "replayBytes": replayBytes == .max ? .string(AmountText.unlimited) : JSON(replayBytes),
    ]
  }
}

extension RetryCondition {
  fileprivate var status: Status? {
    if case .status(let status) = self { status } else { nil }
  }
}

extension RetryMethods {
  fileprivate var shown: JSON {
    switch self {
    case .idempotent: "idempotent"
    case .listed(let methods): methods.shown
    }
  }
}

extension Set<RequestMethod> {
  fileprivate var shown: JSON { .array(map(\.name).sorted().map { .string($0) }) }
}

extension HedgePolicy {
  fileprivate var shown: JSON {
    let delay: JSON =
      switch after {
      case .quantile(let share): .string("p\(AmountText.percent(share))")
      case .fixed(let duration): duration.shown
      }
    var object: JSON.Object = [
      "after": delay, "min": min.shown, "attempts": JSON(attempts), "maxExtraLoad": JSON(maxExtraLoad),
    ]
    if let max { object["max"] = max.shown }
    return .object(object)
  }
}

extension OutlierPolicy {
  fileprivate var shown: JSON {
    if self == .never { return "none" }
    var object: JSON.Object = [
      "consecutive": JSON(consecutive), "ejectFor": ejectFor.shown, "maxEjectFor": maxEjectFor.shown,
      "maxEjected": JSON(maxEjected),
    ]
    if let failureRate {
      object["failureRate"] = [
        "above": JSON(failureRate.above), "of": JSON(failureRate.of), "within": failureRate.within.shown,
      ]
    }
    return .object(object)
  }
}

extension BreakerPolicy {
  fileprivate var shown: JSON {
    if self == .never { return "none" }
    var object: JSON.Object = [
      "failureRate": JSON(failureRate.above), "of": JSON(failureRate.of), "within": failureRate.within.shown,
      "openFor": openFor.shown, "maxOpenFor": maxOpenFor.shown, "probes": JSON(probes),
    ]
    if let slow { object["slow"] = slow.shown }
    return .object(object)
  }
}

extension HealthPolicy {
  fileprivate var shown: JSON {
    let standard = HealthPolicy(path: path)
    var object: JSON.Object = [
      "path": .string(path), "interval": interval.shown, "timeout": timeout.shown, "healthy": JSON(healthy),
      "unhealthy": JSON(unhealthy), "idleInterval": idleInterval.shown,
    ]
    if sendsCredentials { object["credentials"] = true }
    if expect != standard.expect { object["expect"] = .array(expect.sorted().map { JSON($0) }) }
    return .object(object)
  }
}

extension ChaosPolicy {
  fileprivate var shown: JSON {
    var object: JSON.Object = [:]
    if let delay { object["delay"] = ["share": JSON(delay.share), "time": delay.time.shown] }
    if let status { object["status"] = ["share": JSON(status.share), "status": JSON(status.status.code)] }
    if reset > 0 { object["reset"] = ["share": JSON(reset)] }
    return .object(object)
  }
}

extension ConcurrencyPolicy {
  fileprivate var shown: JSON {
    switch self {
    case .fixed(let count): JSON(count)
    case .adaptive(let min, let max, let start):
      ["adaptive": ["min": JSON(min), "max": JSON(max), "start": JSON(start)]]
    }
  }
}

extension RatePolicy {
  fileprivate var shown: JSON {
    var object: JSON.Object = [:]
    if let requests {
      object["requests"] = JSON(requests)
      object["per"] = per.shown
      object["burst"] = JSON(burst)
    }
    if !obey.isEmpty { object["obey"] = .array(obey.map(\.rawValue).sorted().map { .string($0) }) }
    return .object(object)
  }
}

extension Duration {
  fileprivate var shown: JSON { .string(AmountText.text(self)) }
}
