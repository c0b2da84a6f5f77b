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
      envoy: .differs("`sni`", "all are asked for the name in `tls.serverName` or baseUrl"),
      haproxy: .same("`sni`, `verifyhost`"),
      nginx: .differs("`proxy_ssl_name`", "all are asked for the name in `tls.serverName` or baseUrl")
    ) { service in
      service.isSecure && !service.service.endpoints.isEmpty
        && service.endpoints.contains {
          !$0.origin.host.hasSameBytes(as: service.serverName) && IPAddress($0.origin.host) == nil
        }
    },
    ExportRow("endpointsFile", ["endpointsFile"], lost: "the endpoints are those of the export; export again") {
      $0.service.endpointsFile != nil
    },
    ExportRow(
      "discover",
      ["discover"],
      envoy: .same("`STRICT_DNS`"),
      haproxy: .lost("the endpoint is the first address that the name has at its start"),
      nginx: .lost("the endpoints are the addresses that the name has at its start")
    ) { $0.service.discovery != nil },
    ExportRow(
      "names of hosts",
      ["baseUrl"],
      envoy: .same("`STRICT_DNS`"),
      haproxy: .lost("names are looked up once, at its start"),
      nginx: .lost("names are looked up once, at its start, which fails if one has no address")
    ) { $0.hasNames },
    ExportRow(
      "endpoints.weight above 256",
      ["endpoints"],
      envoy: .same("`load_balancing_weight`"),
      haproxy: .differs("`weight`", "weights are scaled to 256 and rounded"),
      nginx: .same("`weight`")
    ) { $0.endpoints.contains { $0.weight > 256 } },
    ExportRow("via", ["via"], lost: "the service is left out: the gateway knows where it is") { $0.isBehindGateway },
  ]

  static let access = [
    ExportRow(
      "auth: basic, bearer, or a key in a field",
      ["auth"],
      envoy: .same("`request_headers_to_add` with `%ENVIRONMENT(…)%`"),
      haproxy: .same("`set-header` with `%[env(…)]`"),
      nginx: .same("`include` of a file that sets it")
    ) { $0.hasFixedCredential },
    ExportRow(
      "auth: OAuth 2, Digest, a key in the query, or a token's file",
      ["auth"],
      lost: "calls go out with what their callers send"
    ) { $0.service.credential != nil && !$0.hasFixedCredential },
    ExportRow(
      "headers",
      ["headers"],
      envoy: .same("`request_headers_to_add`"),
      haproxy: .same("`set-header`"),
      nginx: .differs("`proxy_set_header`", "nginx before 1.23 passes on only the first line of a caller's field")
    ) { !$0.fields.isEmpty },
    ExportRow(
      "a header without a value",
      ["headers"],
      envoy: .same("`keep_empty_value`"),
      haproxy: .same("`set-header`"),
      nginx: .lost("the field is not sent")
    ) { service in service.fields.contains(where: \.value.isEmpty) },
    ExportRow(
      "a header whose name has other characters than letters, digits, \"_\", \"-\", \".\"",
      ["headers"],
      envoy: .same("`request_headers_to_add`"),
      haproxy: .differs("`set-header`", "it replaces that of a caller"),
      nginx: .same("see the next row")
    ) { service in service.fields.contains { !ProxyTarget.haproxy.takes(field: $0.name) } },
    ExportRow(
      "a header whose name has other characters than letters, digits, \"-\", \"_\"",
      ["headers"],
      envoy: .same("`request_headers_to_add`"),
      haproxy: .same("see the row before"),
      nginx: .differs("`proxy_set_header`", "no field with such a name is taken from a caller")
    ) { $0.hasOtherFields },
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
      haproxy: .differs("`timeout server`", "it bounds the silence of a server, not the attempt, for every method"),
      nginx: .differs("`proxy_read_timeout`", "it bounds the silence of a server, not the attempt, for every method")
    ) { $0.attempt != nil },
    ExportRow(
      "timeouts.connect and timeouts.read of none",
      ["timeouts"],
      envoy: .differs("`connect_timeout`", "connecting may take an hour"),
      haproxy: .differs("`timeout server`", "a silence may last an hour"),
      nginx: .differs(
        "`proxy_connect_timeout`, `proxy_read_timeout`",
        "connecting may take 75 s, and silence last an hour"
      )
    ) { service in
      [service.timeouts.connect, service.timeouts.read].contains { $0 != nil && $0?.duration == nil }
    },
  ]
}
