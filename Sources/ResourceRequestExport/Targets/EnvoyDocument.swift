// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// A configuration of Envoy: one listener, and a route and a cluster for each service.
///
/// Pure.
struct EnvoyDocument {
  /// What the names of Envoy's types begin with.
  static let types = "type.googleapis.com/envoy.extensions."

  let export: ProxyExport
  let services: [ExportedService]

  var text: String {
    let document: JSON = [
      "static_resources": [
        "listeners": [listener], "clusters": .array(services.map { EnvoyCluster(service: $0).json }),
      ]
    ]
    return document.text([.pretty]) + "\n"
  }

  static func address(_ host: String, _ port: Int) -> JSON {
    ["socket_address": ["address": .string(host), "port_value": JSON(port)]]
  }

  private var listener: JSON {
    var filters: [JSON] = []
    if services.contains(where: { $0.policies.rate?.requests != nil }) {
      filters.append([
        "name": "envoy.filters.http.local_ratelimit",
        "typed_config": [
          "@type": .string(Self.types + "filters.http.local_ratelimit.v3.LocalRateLimit"), "stat_prefix": "resource",
        ],
      ])
    }
    filters.append([
      "name": "envoy.filters.http.router",
      "typed_config": [
        "@type": .string(Self.types + "filters.http.router.v3.Router"), "suppress_envoy_headers": true,
      ],
    ])
    let routes: JSON = [
      "virtual_hosts": [
        ["name": "services", "domains": ["*"], "routes": .array([Self.refusal] + services.flatMap(routes))]
      ]
    ]
    let manager: JSON = [
      "@type": .string(Self.types + "filters.network.http_connection_manager.v3.HttpConnectionManager"),
      "stat_prefix": "resource", "stream_idle_timeout": "0s", "skip_xff_append": true,
      "generate_request_id": false,
      "server_header_transformation": "PASS_THROUGH", "http_filters": .array(filters), "route_config": routes,
    ]
    return [
      "name": "services", "address": Self.address(export.address, Int(export.port)),
      "filter_chains": [
        ["filters": [["name": "envoy.filters.network.http_connection_manager", "typed_config": manager]]]
      ],
    ]
  }

  /// Refuses paths whose dots could lead out of a base URL, however a server reads them.
  private static let refusal: JSON = [
    "match": ["safe_regex": ["regex": .string("(?is).*\(ExportedPath.dots)(\(ExportedPath.ends).*)?")]],
    "direct_response": ["status": 400],
  ]

  /// A pattern of a token, which may have characters that mean something in one.
  private static func pattern(_ token: String) -> String {
    ExportedService.marks.reduce(token) { $0.replacing(bytes: String($1), with: "\\\($1)") }
  }

  /// The routes of a service: one for the methods that are retried whatever happened, and one for the others.
  private func routes(_ service: ExportedService) -> [JSON] {
    guard service.retries > 0 else { return [route(service, isRetried: false)] }
    let method: JSON = [
      "name": ":method",
      "string_match": ["safe_regex": ["regex": .string(service.methods.map(Self.pattern).joined(separator: "|"))]],
    ]
    return [route(service, isRetried: true, [method]), route(service, isRetried: false)]
  }

  private func route(_ service: ExportedService, isRetried: Bool, _ conditions: [JSON] = []) -> JSON {
    var match: JSON.Object = ["prefix": .string(service.prefix)]
    if !conditions.isEmpty { match["headers"] = .array(conditions) }
    var action: JSON.Object = [
      "cluster": .string(service.id), "prefix_rewrite": .string(service.basePath),
      "host_rewrite_literal": .string(service.host),
      "timeout": .string(service.timeouts.total?.duration?.inSeconds ?? "0s"),
      "retry_policy": .object(retries(service, isRetried: isRetried)),
    ]
    if let hashed = hashPolicy(service) { action["hash_policy"] = [hashed] }
    var route: JSON.Object = ["match": .object(match), "route": .object(action)]
    let fields = fields(service)
    if !fields.isEmpty { route["request_headers_to_add"] = .array(fields) }
    if let rate = service.policies.rate, let limit = rateLimit(rate, service) {
      route["typed_per_filter_config"] = ["envoy.filters.http.local_ratelimit": limit]
    }
    return .object(route)
  }

  private func fields(_ service: ExportedService) -> [JSON] {
    func field(_ name: String, _ value: String, replaces: Bool) -> JSON {
      [
        "header": ["key": .string(name), "value": .string(value)],
        "append_action": replaces ? "OVERWRITE_IF_EXISTS_OR_ADD" : "ADD_IF_ABSENT", "keep_empty_value": true,
      ]
    }
    // A percent sign begins a command there.
    func literal(_ text: String) -> String { text.replacing(bytes: "%", with: "%%") }
    return service.fields.map { field($0.name, literal($0.value), replaces: false) }
      + service.secretFields.map { secret in
        let value = export.inlinesSecrets ? literal(secret.value) : "%ENVIRONMENT(\(secret.variable))%"
        return field(secret.name, value, replaces: true)
      }
  }

  private func retries(_ service: ExportedService, isRetried: Bool) -> JSON.Object {
    var policy: JSON.Object = ["num_retries": JSON(max(0, service.retries))]
    // That of a preset is only for what is sent again.
    if let attempt = isRetried ? service.attempt : service.timeouts.attempt?.duration {
      policy["per_try_timeout"] = .string(attempt.inSeconds)
    }
    if let read = service.timeouts.read?.duration { policy["per_try_idle_timeout"] = .string(read.inSeconds) }
    guard service.retries > 0 else { return policy }
    let conditions = service.retry.conditions
    var words = conditions.contains(.connectFailure) ? ["connect-failure", "refused-stream"] : []
    if isRetried {
      if conditions.contains(.reset) || conditions.contains(.attemptTimeout) { words.append("reset") }
      if !service.statuses.isEmpty {
        words.append("retriable-status-codes")
        policy["retriable_status_codes"] = .array(service.statuses.map { JSON($0) })
      }
    }
    policy["retry_on"] = .string(words.joined(separator: ","))
    let backoff = service.retry.backoff
    let (base, most) = (max(backoff.base, .milliseconds(1)), max(backoff.max, backoff.base, .milliseconds(1)))
    policy["retry_back_off"] = ["base_interval": .string(base.inSeconds), "max_interval": .string(most.inSeconds)]
    policy["rate_limited_retry_back_off"] = [
      "reset_headers": [["name": "Retry-After", "format": "SECONDS"]],
      "max_interval": .string((most + service.retry.retryAfterLimit).inSeconds),
    ]
    if service.retry.prefersOtherEndpoint, service.endpoints.count > 1 {
      policy["retry_host_predicate"] = [
        [
          "name": "envoy.retry_host_predicates.previous_hosts",
          "typed_config": [
            "@type": .string(Self.types + "retry.host.previous_hosts.v3.PreviousHostsPredicate")
          ],
        ]
      ]
      policy["host_selection_retry_max_attempts"] = 5
    }
    return policy
  }

  private func hashPolicy(_ service: ExportedService) -> JSON? {
    switch service.balance.key {
    case .header(let name): ["header": ["header_name": .string(name)]]
    case .cookie(let name): ["cookie": ["name": .string(name)]]
    case .query(let name): ["query_parameter": ["name": .string(name)]]
    case .pathParameter, nil: nil
    }
  }

  /// The largest number of Envoy's.
  private static let most = Int(UInt32.max)

  private func rateLimit(_ rate: RatePolicy, _ service: ExportedService) -> JSON? {
    guard let requests = rate.requests else { return nil }
    let always: JSON = ["default_value": ["numerator": 100, "denominator": "HUNDRED"]]
    // Envoy fills no more often than every 50 ms.
    let per = rate.per
    let times = per < .milliseconds(50) ? Int((Duration.milliseconds(50) / per).rounded(.up)) : 1
    let fill = requests > Self.most / times ? Self.most : requests * times
    return [
      "@type": .string(Self.types + "filters.http.local_ratelimit.v3.LocalRateLimit"),
      "stat_prefix": .string(service.id), "filter_enabled": always, "filter_enforced": always,
      "token_bucket": [
        "max_tokens": JSON(min(max(rate.burst, fill), Self.most)),
        "tokens_per_fill": JSON(fill),
        "fill_interval": .string((per * times).inSeconds),
      ],
    ]
  }
}
