// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension ExportTable {
  static let places = [
    ExportRow(
      "baseUrl",
      ["baseUrl"],
      envoy: .same("`prefix_rewrite`, `host_rewrite_literal`"),
      haproxy: .same("`replace-path`, `set-header Host`"),
      nginx: .same("`proxy_pass`, `proxy_set_header Host`")
    ) { _ in true },
    ExportRow("a query in baseUrl", ["baseUrl"], lost: "calls go out without that query") { $0.base.query != nil },
    ExportRow(
      "endpoints",
      ["endpoints"],
      envoy: .same("`load_assignment`"),
      haproxy: .same("`server`"),
      nginx: .same("`upstream`")
    ) { !$0.service.endpoints.isEmpty },
    ExportRow(
      "endpoints.weight",
      ["endpoints"],
      envoy: .same("`load_balancing_weight`"),
      haproxy: .same("`weight`"),
      nginx: .same("`weight`")
    ) { $0.hasWeights },
    ExportRow(
      "endpoints.priority",
      ["endpoints"],
      envoy: .same("`priority`"),
      haproxy: .differs("`backup`, `option allbackups`", "the next level gets calls once the first is down as a whole"),
      nginx: .differs("`backup`", "the next level gets calls once the first is down as a whole")
    ) { $0.hasLevels },
    ExportRow(
      "endpoints.priority beyond the second level",
      ["endpoints"],
      envoy: .same("`priority`"),
      haproxy: .lost("those endpoints are with the second level"),
      nginx: .lost("those endpoints are with the second level")
    ) { $0.endpoints.contains { $0.priority > 1 } },
    ExportRow(
      "endpoints.priority under random or hash",
      ["endpoints"],
      envoy: .same("`priority`"),
      haproxy: .same("`backup`"),
      nginx: .lost("calls are balanced in turn, since nginx has no backups beside either")
    ) { $0.hasLevels && ($0.balance == .random || $0.balance.key != nil) },
    ExportRow(
      "endpoints with names of their own over TLS",
      ["endpoints"],
      envoy: .differs("`sni`", "all are asked for the name in baseUrl"),
      haproxy: .same("`sni`, `verifyhost`"),
      nginx: .differs("`proxy_ssl_name`", "all are asked for the name in baseUrl")
    ) { service in
      service.isSecure && service.settings.connection.tls?.serverName == nil
        && service.endpoints.contains {
          !$0.origin.host.hasSameBytes(as: service.base.origin.host) && IPAddress($0.origin.host) == nil
        }
    },
    ExportRow("endpointsFile", ["endpointsFile"], lost: "the endpoints are those of the export; export again") {
      $0.service.endpointsFile != nil
    },
    ExportRow(
      "discover",
      ["discover"],
      envoy: .same("`STRICT_DNS`"),
      haproxy: .lost("the name is looked up once, at its start"),
      nginx: .lost("the name is looked up once, at its start")
    ) { $0.service.discovery != nil },
    ExportRow("via", ["via"], lost: "the service is left out: the gateway knows where it is") { $0.isBehindGateway },
  ]

  static let access = [
    ExportRow(
      "auth: basic, bearer, or a key in a field",
      ["auth"],
      envoy: .same("`request_headers_to_add` with `%ENVIRONMENT(…)%`"),
      haproxy: .same("`set-header` with `%[env(…)]`"),
      nginx: .same("`include` of a file that sets it")
    ) { $0.secretField != nil },
    ExportRow(
      "auth: OAuth 2, Digest, a key in the query, or a token's file",
      ["auth"],
      lost: "calls go out with what their callers send"
    ) { $0.service.credential != nil && $0.secretField == nil },
    ExportRow(
      "headers",
      ["headers"],
      envoy: .same("`request_headers_to_add`"),
      haproxy: .same("`set-header`"),
      nginx: .same("`proxy_set_header`")
    ) { !$0.settings.headers.isEmpty },
    ExportRow("redirects", ["redirects"], lost: "callers get the redirect") { $0.settings.redirects != nil },
    ExportRow("limits", ["limits"], lost: "responses of any size pass") {
      $0.settings.limits.bodyBytes != nil || $0.settings.limits.headBytes != nil
    },
    ExportRow("expectContinue", ["expectContinue"], lost: "callers decide") { $0.settings.expectContinue != nil },
    ExportRow("requestCompression", ["requestCompression"], lost: "bodies pass as they are") {
      $0.settings.requestCompression != nil
    },
    ExportRow("cache", ["cache"], lost: "nothing is stored") { $0.settings.cache?.isEnabled == true },
    ExportRow("propagate", ["propagate"], lost: "all fields of callers pass") { $0.settings.propagate != nil },
    ExportRow("hsts", ["hsts"], lost: "http stays http") { $0.settings.hsts == true },
  ]

  static let times = [
    ExportRow(
      "timeouts.connect",
      ["timeouts", "connect"],
      envoy: .same("`connect_timeout`"),
      haproxy: .same("`timeout connect`"),
      nginx: .same("`proxy_connect_timeout`")
    ) { $0.timeouts.connect?.duration != nil },
    ExportRow(
      "timeouts.read",
      ["timeouts", "read"],
      envoy: .same("`per_try_idle_timeout`"),
      haproxy: .same("`timeout server`"),
      nginx: .same("`proxy_read_timeout`")
    ) { $0.timeouts.read?.duration != nil },
    ExportRow(
      "timeouts.total",
      ["timeouts", "total"],
      envoy: .same("`timeout`"),
      haproxy: .lost("a call takes as long as its server is not silent"),
      nginx: .differs("`proxy_next_upstream_timeout`", "no retry starts after it; a call takes longer")
    ) { $0.settings.timeouts.total?.duration != nil },
    ExportRow(
      "timeouts.attempt",
      ["timeouts", "attempt"],
      envoy: .same("`per_try_timeout`"),
      haproxy: .differs("`timeout server`", "it bounds the silence of a server, not the attempt"),
      nginx: .differs("`proxy_read_timeout`", "it bounds the silence of a server, not the attempt")
    ) { $0.attempt != nil },
  ]

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
}
