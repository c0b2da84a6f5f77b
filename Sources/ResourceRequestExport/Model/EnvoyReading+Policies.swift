// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Reads retries, ejection and health checks.
extension EnvoyReading {
  mutating func retry(_ policy: JSON, at path: String) -> JSON.Object? {
    guard let on = policy["retry_on"].string, !on.isEmpty else { return nil }
    var conditions: [JSON] = []
    for word in on.split(atByte: ",").map({ $0.trimmingBlanks() }) {
      switch word {
      case "connect-failure", "refused-stream": conditions.append("connectFailure")
      case "reset", "reset-before-request": conditions += ["reset", "attemptTimeout"]
      case "gateway-error": conditions += ["reset", "attemptTimeout", 502, 503, 504]
      case "5xx":
        conditions += ["connectFailure", "reset", "attemptTimeout", 500, 502, 503, 504]
        note("\(path).retry_policy.retry_on", "of 5xx only 500, 502, 503 and 504 are imported")
      case "retriable-status-codes": conditions += policy["retriable_status_codes"].array ?? []
      default: note("\(path).retry_policy.retry_on", "\(word) is not imported")
      }
    }
    noteRest(
      of: policy,
      "\(path).retry_policy",
      besides: ["retry_on", "retriable_status_codes", "num_retries", "retry_back_off", "per_try_timeout"]
    )
    guard !conditions.isEmpty else { return nil }
    var unique: [JSON] = []
    for condition in conditions where !unique.contains(condition) { unique.append(condition) }
    note("\(path).retry_policy", "only idempotent methods are retried once a server may have acted")
    let retries = nearest(policy["num_retries"], 0...19, "\(path).retry_policy.num_retries")?.number?.int ?? 1
    var retry: JSON.Object = [
      "attempts": JSON(retries + 1), "on": .array(unique),
    ]
    if let base = Self.milliseconds(policy["retry_back_off"]["base_interval"]), base > 0 {
      // Envoy's own default is ten times the base.
      let most = Self.milliseconds(policy["retry_back_off"]["max_interval"]) ?? base * 10
      retry["backoff"] = ["base": .string("\(base)ms"), "max": .string("\(max(base, most))ms")]
    }
    return retry
  }

  mutating func outliers(_ detection: JSON, at path: String) -> JSON {
    guard detection != .null else { return "none" }
    noteRest(
      of: detection,
      path,
      besides: [
        "consecutive_gateway_failure", "consecutive_5xx", "base_ejection_time", "max_ejection_time",
        "max_ejection_percent", "enforcing_consecutive_gateway_failure", "enforcing_consecutive_5xx",
      ]
    )
    var outliers: JSON.Object = [:]
    // Envoy ejects for gateway failures in a row only where that is enforced.
    let keys = [("consecutive_gateway_failure", 0), ("consecutive_5xx", 100)].filter { key, standard in
      detection[key].number != nil && (detection["enforcing_\(key)"].number?.int ?? standard) != 0
    }.map(\.0)
    if let key = keys.first(where: { detection[$0].number?.int != 0 }) ?? keys.first {
      // For Envoy, 0 ejects nothing.
      let isNever = detection[key].number?.int == 0
      if isNever { note("\(path).\(key)", "it is 1000000, the largest there is: 0 ejects nothing") }
      outliers["consecutive"] = isNever ? 1_000_000 : nearest(detection[key], 1...1_000_000, "\(path).\(key)")
    } else if detection["enforcing_consecutive_5xx"].number?.int == 0 {
      note("\(path).enforcing_consecutive_5xx", "\"consecutive\" is 1000000, the largest there is: 0 ejects nothing")
      outliers["consecutive"] = 1_000_000
    }
    // Envoy's own defaults are 30 s, 5 minutes and, below, a tenth.
    let base = max(1, Self.milliseconds(detection["base_ejection_time"]) ?? 30_000)
    outliers["ejectFor"] = .string("\(base)ms")
    outliers["maxEjectFor"] = .string("\(max(base, Self.milliseconds(detection["max_ejection_time"]) ?? 300_000))ms")
    let share = nearest(detection["max_ejection_percent"], 1...100, "\(path).max_ejection_percent")
    outliers["maxEjected"] = .string("\(share?.text() ?? "10")%")
    return .object(outliers)
  }

  mutating func health(_ check: JSON, at path: String) -> JSON? {
    guard check != .null else { return nil }
    guard let target = check["http_health_check"]["path"].string else {
      note(path, "not imported: only checks over HTTP are")
      return nil
    }
    noteRest(
      of: check,
      path,
      besides: ["interval", "timeout", "healthy_threshold", "unhealthy_threshold", "http_health_check"]
    )
    noteRest(of: check["http_health_check"], "\(path).http_health_check", besides: ["path"])
    var health: JSON.Object = ["path": .string(target)]
    if let interval = Self.time(check["interval"]) { health["interval"] = interval }
    if let timeout = Self.time(check["timeout"]) { health["timeout"] = timeout }
    health["healthy"] = nearest(check["healthy_threshold"], 1...1000, "\(path).healthy_threshold")
    health["unhealthy"] = nearest(check["unhealthy_threshold"], 1...1000, "\(path).unhealthy_threshold")
    return .object(health)
  }
}
