// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension ExportTable {
  static let balancing = [
    ExportRow(
      "balance: leastRequest",
      ["balance"],
      envoy: .same("`LEAST_REQUEST`"),
      haproxy: .same("`leastconn`"),
      nginx: .same("`least_conn`")
    ) { $0.balance == .leastRequest && $0.endpoints.count > 1 },
    ExportRow(
      "weights under leastRequest",
      ["endpoints"],
      envoy: .differs(
        "`load_balancing_weight`",
        "a busy endpoint weighs less, so that shares follow the weights loosely"
      ),
      haproxy: .same("`weight`"),
      nginx: .same("`weight`")
    ) { ($0.balance == .leastRequest || $0.balance == .peakEWMA) && $0.hasWeights },
    ExportRow(
      "balance: roundRobin",
      ["balance"],
      envoy: .same("`ROUND_ROBIN`"),
      haproxy: .same("`roundrobin`"),
      nginx: .same("the default")
    ) { $0.balance == .roundRobin },
    ExportRow(
      "balance: random",
      ["balance"],
      envoy: .same("`RANDOM`"),
      haproxy: .same("`random(1)`"),
      nginx: .same("`random`")
    ) { $0.balance == .random },
    ExportRow(
      "balance: peakEWMA",
      ["balance"],
      envoy: .differs("`LEAST_REQUEST`", "the fewest requests count, and not how long they take"),
      haproxy: .differs("`leastconn`", "the fewest requests count, and not how long they take"),
      nginx: .differs("`least_conn`", "the fewest requests count, and not how long they take")
    ) { $0.balance == .peakEWMA },
    ExportRow(
      "balance: hash of a field or of a query's item",
      ["balance"],
      envoy: .same("`MAGLEV`, `hash_policy`"),
      haproxy: .same("`hdr(…)`, `url_param …`, `hash-type consistent`"),
      nginx: .same("`hash … consistent`")
    ) { if case .header? = $0.balance.key { true } else if case .query? = $0.balance.key { true } else { false } },
    ExportRow(
      "balance: hash of a cookie",
      ["balance"],
      envoy: .same("`MAGLEV`, `hash_policy`"),
      haproxy: .lost("calls are balanced in turn"),
      nginx: .same("`hash … consistent`")
    ) { if case .cookie? = $0.balance.key { true } else { false } },
    ExportRow(
      "balance: hash of a name with other characters than letters, digits, \"_\", \"-\", \".\"",
      ["balance"],
      envoy: .same("`hash_policy`"),
      haproxy: .lost("calls are balanced in turn"),
      nginx: .same("see the next row")
    ) { $0.balance.name.map { !ProxyTarget.haproxy.takes($0) } ?? false },
    ExportRow(
      "balance: hash of a name with other characters than letters, digits, \"_\", of a field also \"-\"",
      ["balance"],
      envoy: .same("`hash_policy`"),
      haproxy: .same("see the row before"),
      nginx: .lost("calls are balanced in turn")
    ) { service in
      guard let name = service.balance.name else { return false }
      let isField = if case .header? = service.balance.key { true } else { false }
      return !(isField ? ProxyTarget.nginx.takes(field: name) : ProxyTarget.nginx.takes(name))
    },
    ExportRow("balance: hash of a variable of the path", ["balance"], lost: "calls are balanced in turn") {
      if case .pathParameter? = $0.balance.key { true } else { false }
    },
    ExportRow(
      "slowStart",
      ["slowStart"],
      envoy: .same("`slow_start_config`"),
      haproxy: .differs("`slowstart`", "the ramp is linear, from nothing"),
      nginx: .lost("an endpoint that is back gets its share at once")
    ) { $0.policies.slowStart != nil },
    ExportRow(
      "slowStart under random or hash",
      ["slowStart"],
      envoy: .lost("an endpoint that is back gets its share at once"),
      haproxy: .same("`slowstart`"),
      nginx: .lost("an endpoint that is back gets its share at once")
    ) { $0.policies.slowStart != nil && ($0.balance == .random || $0.balance.key != nil) },
    ExportRow(
      "panicBelow",
      ["panicBelow"],
      envoy: .same("`healthy_panic_threshold`"),
      haproxy: .lost("calls go to those that are up, however few"),
      nginx: .lost("calls go to those that are up, and to all once none is")
    ) { $0.policies.panicBelow != nil },
    ExportRow(
      "overprovision",
      ["overprovision"],
      envoy: .same("`overprovisioning_factor`"),
      haproxy: .lost("the next level gets calls once the first is down as a whole"),
      nginx: .lost("the next level gets calls once the first is down as a whole")
    ) { $0.policies.overprovision != nil },
  ]
}

extension BalancePolicy {
  /// What is hashed; `nil` where nothing is.
  var key: Key? { if case .hash(let key) = self { key } else { nil } }

  /// The name of what is hashed; `nil` where nothing is.
  var name: String? {
    switch key {
    case .header(let name), .cookie(let name), .query(let name): name
    case .pathParameter, nil: nil
    }
  }
}
