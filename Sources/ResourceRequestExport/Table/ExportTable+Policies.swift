// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension ExportTable {
  /// The statuses that HAProxy 2.6 retries.
  static let haproxyStatuses: Set<Int> = [401, 403, 404, 408, 425, 500, 501, 502, 503, 504]
  /// The statuses that nginx retries.
  static let nginxStatuses: Set<Int> = [403, 404, 429, 500, 502, 503, 504]

  static let retries = [
    ExportRow(
      "resilience",
      ["resilience"],
      envoy: .same("as the policies that it stands for"),
      haproxy: .same("as the policies that it stands for"),
      nginx: .same("as the policies that it stands for")
    ) { $0.policies.preset != nil },
    ExportRow(
      "retry.attempts",
      ["retry", "attempts"],
      envoy: .same("`num_retries`"),
      haproxy: .same("`retries`"),
      nginx: .same("`proxy_next_upstream_tries`")
    ) { $0.retries > 0 },
    ExportRow(
      "retry with one endpoint",
      ["retry"],
      envoy: .same("`num_retries`"),
      haproxy: .same("`retries`"),
      nginx: .lost("nothing is retried, since nginx retries at other endpoints only")
    ) { $0.retries > 0 && $0.endpoints.count == 1 },
    ExportRow(
      "retry.on: connectFailure, reset, attemptTimeout",
      ["retry", "on"],
      envoy: .same("`retry_on`"),
      haproxy: .same("`retry-on`"),
      nginx: .same("`proxy_next_upstream`")
    ) { $0.retries > 0 },
    ExportRow(
      "retry.on: one of reset and attemptTimeout",
      ["retry", "on"],
      envoy: .differs("`reset`", "both are retried"),
      haproxy: .same("`empty-response`, `response-timeout`"),
      nginx: .same("`error`, `timeout`")
    ) { $0.retries > 0 && $0.retry.conditions.contains(.reset) != $0.retry.conditions.contains(.attemptTimeout) },
    ExportRow(
      "retry.on: one of connectFailure and reset",
      ["retry", "on"],
      envoy: .same("`retry_on`"),
      haproxy: .same("`retry-on`"),
      nginx: .differs("`error`", "both are retried")
    ) { $0.retries > 0 && $0.retry.conditions.contains(.reset) != $0.retry.conditions.contains(.connectFailure) },
    ExportRow(
      "retry.on: a status",
      ["retry", "on"],
      envoy: .same("`retriable_status_codes`"),
      haproxy: .same("`retry-on`"),
      nginx: .same("`http_…`")
    ) { $0.retries > 0 && !$0.statuses.isEmpty },
    ExportRow(
      "retry.on: a status other than 401, 403, 404, 408, 425, 500 to 504",
      ["retry", "on"],
      envoy: .same("`retriable_status_codes`"),
      haproxy: .lost("responses with it are passed on"),
      nginx: .same("see the next row")
    ) { $0.retries > 0 && !haproxyStatuses.isSuperset(of: $0.statuses) },
    ExportRow(
      "retry.on: a status other than 403, 404, 429, 500, 502, 503, 504",
      ["retry", "on"],
      envoy: .same("`retriable_status_codes`"),
      haproxy: .same("see the row before"),
      nginx: .lost("responses with it are passed on")
    ) { $0.retries > 0 && !nginxStatuses.isSuperset(of: $0.statuses) },
    ExportRow(
      "retry.methods",
      ["retry", "methods"],
      envoy: .same("a route for each kind of method"),
      haproxy: .same("`disable-l7-retry`"),
      nginx: .differs("`non_idempotent`", "idempotent methods are always retried, and others all or none")
    ) { if case .listed = $0.retry.methods { $0.retries > 0 } else { false } },
    ExportRow(
      "retry.backoff",
      ["retry", "backoff"],
      envoy: .same("`retry_back_off`"),
      haproxy: .lost("a retry goes out at once, and after a second to a server that could not be reached"),
      nginx: .lost("a retry goes out at once")
    ) { $0.retries > 0 },
    ExportRow(
      "retry.retryAfter",
      ["retry", "retryAfter"],
      envoy: .differs(
        "`rate_limited_retry_back_off`",
        "one beyond the limit, or a date, is not read, and the retry goes out after the backoff"
      ),
      haproxy: .lost("`Retry-After` is passed on and not read"),
      nginx: .lost("`Retry-After` is passed on and not read")
    ) { $0.retries > 0 && !Set([429, 503]).isDisjoint(with: $0.statuses) },
    ExportRow(
      "retry.otherEndpoint",
      ["retry", "otherEndpoint"],
      envoy: .same("`previous_hosts`"),
      haproxy: .same("`option redispatch`"),
      nginx: .same("always")
    ) { $0.retries > 0 && $0.retry.prefersOtherEndpoint },
    ExportRow(
      "retry.replayBytes",
      ["retry", "replayBytes"],
      lost: "a body is retried as far as the proxy's buffer holds it"
    ) {
      $0.retries > 0 && $0.retry.replayBytes != RetryPolicy.standard.replayBytes
    },
    ExportRow(
      "retryBudget",
      ["retryBudget"],
      envoy: .differs("`retry_budget`", "it grows with the requests under way, and not with successes"),
      haproxy: .lost("nothing bounds the retries of an outage"),
      nginx: .lost("nothing bounds the retries of an outage")
    ) { $0.retries > 0 },
    ExportRow("idempotencyKey", ["idempotencyKey"], lost: "callers send their own") {
      $0.policies.idempotencyKey != nil
    },
    ExportRow("hedge", ["hedge"], lost: "no second request is sent while the first is under way") {
      ($0.policies.hedge ?? .never) != .never
    },
  ]

  static let health = [
    ExportRow(
      "outliers.consecutive",
      ["outliers", "consecutive"],
      envoy: .differs(
        "`consecutive_gateway_failure`",
        "502 to 504 count, not every 5xx, and an endpoint is back at its full share, without a probe"
      ),
      haproxy: .differs("`observe layer7`, `error-limit`", "an endpoint is back once it takes a connection"),
      nginx: .differs(
        "`max_fails`",
        "the statuses that are retried count, within the time of the ejection, in a row or not"
      )
    ) { $0.outliers != nil },
    ExportRow(
      "outliers without retries",
      ["outliers"],
      envoy: .same("`outlier_detection`"),
      haproxy: .same("`observe layer7`"),
      nginx: .lost("failed connections alone count, since nginx counts what it would retry")
    ) { $0.outliers != nil && ($0.retries < 1 || Set([502, 503, 504]).isDisjoint(with: $0.statuses)) },
    ExportRow(
      "outliers.failureRate",
      ["outliers", "failureRate"],
      envoy: .differs("`failure_percentage_threshold`", "it is counted by intervals, of a tenth of the ejection"),
      haproxy: .lost("failures in a row count only"),
      nginx: .lost("the number of failures counts only")
    ) { $0.outliers?.failureRate != nil },
    ExportRow(
      "outliers.ejectFor",
      ["outliers", "ejectFor"],
      envoy: .same("`base_ejection_time`"),
      haproxy: .differs(
        "`inter`",
        "it ends with the next check that is good, at any time within it; beside `health`, with its checks"
      ),
      nginx: .same("`fail_timeout`")
    ) { $0.outliers != nil },
    ExportRow(
      "outliers.maxEjectFor",
      ["outliers", "maxEjectFor"],
      envoy: .same("`max_ejection_time`"),
      haproxy: .lost("no ejection is longer than another"),
      nginx: .lost("each ejection is as long as the first")
    ) { $0.outliers != nil },
    ExportRow(
      "outliers.maxEjected",
      ["outliers", "maxEjected"],
      envoy: .same("`max_ejection_percent`"),
      haproxy: .lost("all may be out at once"),
      nginx: .lost("all may be out at once, and then all are tried")
    ) { $0.outliers != nil },
    ExportRow(
      "breaker",
      ["breaker"],
      envoy: .differs(
        "`outlier_detection` without panic",
        "every 5xx counts, and the endpoint is back at its full share, without a probe"
      ),
      haproxy: .lost("a failing endpoint still gets calls"),
      nginx: .lost("a failing endpoint still gets calls")
    ) { $0.breaker != nil },
    ExportRow("breaker.slow", ["breaker", "slow"], lost: "slow responses are no failures") { $0.breaker?.slow != nil },
    ExportRow(
      "health",
      ["health"],
      envoy: .same("`health_checks`"),
      haproxy: .same("`httpchk`, `inter`, `rise`, `fall`"),
      nginx: .lost("calls alone find out which endpoints are down")
    ) { $0.policies.health != nil },
    ExportRow(
      "health.idleInterval",
      ["health", "idleInterval"],
      envoy: .same("`no_traffic_interval`"),
      haproxy: .lost("checks go on at the same interval"),
      nginx: .lost("nothing is checked")
    ) { $0.policies.health.map { $0.idleInterval != $0.interval } ?? false },
    ExportRow("health.credentials", ["health", "credentials"], lost: "checks go out without the credential") {
      $0.policies.health?.sendsCredentials == true
    },
  ]
}
