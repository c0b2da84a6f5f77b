// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// A cluster of Envoy: the endpoints of a service, and what is done about them.
///
/// Pure.
struct EnvoyCluster {
  /// Where there is no limit, against Envoy's own of 1,024.
  private static let unlimited: JSON = 1_000_000

  let service: ExportedService

  var json: JSON {
    var cluster: JSON.Object = [
      "name": .string(service.id), "type": service.hasNames ? "STRICT_DNS" : "STATIC",
      "dns_lookup_family": "V4_PREFERRED",
      "connect_timeout": .string(service.timeouts.connect?.duration?.inSeconds ?? "3600s"),
      "lb_policy": .string(balance),
      "common_lb_config": ["healthy_panic_threshold": ["value": panic]],
      "load_assignment": assignment,
      "circuit_breakers": ["thresholds": [.object(thresholds)]],
      "typed_extension_protocol_options": [
        "envoy.extensions.upstreams.http.v3.HttpProtocolOptions": .object(versions)
      ],
    ]
    var balancing: JSON.Object = [:]
    // Envoy may draw an endpoint twice, and the SDK does not: of few, a third draw makes up for it.
    if balance.hasSameBytes(as: "LEAST_REQUEST"), (3...8).contains(service.endpoints.count) {
      balancing["choice_count"] = 3
    }
    if let start = service.policies.slowStart {
      balancing["slow_start_config"] = [
        "slow_start_window": .string(start.window.inSeconds),
        "aggression": ["default_value": JSON(start.aggression), "runtime_key": .string("\(service.id).aggression")],
        "min_weight_percent": ["value": JSON(start.min * 100)],
      ]
    }
    if let key = balancingKey, !balancing.isEmpty { cluster[key] = .object(balancing) }
    if let outliers = service.outliers {
      cluster["outlier_detection"] = .object(ejection(outliers))
    } else if let breaker = service.breaker {
      cluster["outlier_detection"] = .object(ejection(breaker))
    }
    if let health = service.policies.health { cluster["health_checks"] = [check(health)] }
    if service.isSecure {
      cluster["transport_socket"] = ["name": "envoy.transport_sockets.tls", "typed_config": .object(security)]
    }
    return .object(cluster)
  }

  private var balance: String {
    switch service.balance {
    case .leastRequest, .peakEWMA: "LEAST_REQUEST"
    case .roundRobin, .hash(.pathParameter): "ROUND_ROBIN"
    case .random: "RANDOM"
    case .hash: "MAGLEV"
    }
  }

  /// Where the settings of the balance stand.
  private var balancingKey: String? {
    switch balance {
    case "LEAST_REQUEST": "least_request_lb_config"
    case "ROUND_ROBIN": "round_robin_lb_config"
    default: nil
    }
  }

  /// A percentage; 0 for a breaker, since panic would send calls to an endpoint that is out.
  private var panic: JSON {
    service.breaker != nil ? 0 : JSON((service.policies.panicBelow ?? 0.5) * 100)
  }

  private var assignment: JSON {
    let levels = Set(service.endpoints.map(\.priority)).sorted()
    let groups = levels.map { level -> JSON in
      let endpoints = service.endpoints.filter { $0.priority == level }.map { endpoint -> JSON in
        let (host, port) = service.address(of: endpoint)
        let pipe: JSON? = service.settings.connection.unixSocket.map { ["pipe": ["path": .string($0)]] }
        return [
          "endpoint": ["address": pipe ?? EnvoyDocument.address(host, port)],
          "load_balancing_weight": JSON(endpoint.weight),
        ]
      }
      return ["priority": JSON(level), "lb_endpoints": .array(endpoints)]
    }
    let factor = Int(((service.policies.overprovision ?? 1.4) * 100).rounded())
    return [
      "cluster_name": .string(service.id), "policy": ["overprovisioning_factor": JSON(max(100, factor))],
      "endpoints": .array(groups),
    ]
  }

  private var thresholds: JSON.Object {
    // Only who lacks a connection waits, so that a queue bounds the connections, and else the requests are bounded.
    let length = service.policies.queue.flatMap { $0.length > 0 ? $0.length : nil }
    let connections = length == nil ? nil : service.concurrency
    let most = [connections, service.settings.maxConnections].compactMap(\.self).min()
    // Those whose connection is being made wait, too.
    let waiting = length.flatMap { length in service.concurrency.map { $0 + length } }
    var thresholds: JSON.Object = [
      "max_connections": most.map { JSON($0) } ?? Self.unlimited,
      "max_pending_requests": waiting.map { JSON($0) } ?? Self.unlimited,
      "max_requests": (length == nil ? service.concurrency : nil).map { JSON($0) } ?? Self.unlimited,
      "max_retries": Self.unlimited,
    ]
    if service.retries > 0 {
      let budget = service.policies.retryBudget ?? RetryBudgetPolicy()
      thresholds["retry_budget"] = [
        "budget_percent": ["value": JSON(min(100, budget.perSuccess * 100))],
        "min_retry_concurrency": JSON(max(3, budget.tokens / 5, Int(min(1e6, budget.minPerSecond.rounded(.up))))),
      ]
    }
    return thresholds
  }

  private var versions: JSON.Object {
    var options: JSON.Object = ["@type": .string(EnvoyDocument.types + "upstreams.http.v3.HttpProtocolOptions")]
    // For Envoy, 0 is no limit, and less than a millisecond is 0.
    let idle = max(service.settings.connection.idleTime ?? .seconds(60), .milliseconds(1))
    options["common_http_protocol_options"] = [
      // A head as large as the client takes; Envoy alone takes 80 KiB and 100 lines.
      "idle_timeout": .string(idle.inSeconds), "max_headers_count": 10_000,
      "max_response_headers_kb": JSON(service.headKilobytes),
    ]
    switch service.settings.httpVersion ?? .negotiated {
    case .negotiated where service.isSecure: options["auto_config"] = [:]
    case .negotiated, .http1_1: options["explicit_http_config"] = ["http_protocol_options": [:]]
    case .http2PriorKnowledge: options["explicit_http_config"] = ["http2_protocol_options": [:]]
    }
    return options
  }

  private func ejection(_ outliers: OutlierPolicy) -> JSON.Object {
    // A share such as 0.29 is a little less in binary.
    let most = Int((outliers.maxEjected * 100 + 1e-9).rounded(.down))
    var ejection: JSON.Object = [
      "consecutive_gateway_failure": JSON(min(outliers.consecutive, 1_000_000)),
      "enforcing_consecutive_gateway_failure": 100, "enforcing_consecutive_5xx": 0, "enforcing_success_rate": 0,
      "interval": "1s", "base_ejection_time": .string(outliers.ejectFor.inSeconds),
      "max_ejection_time": .string(max(outliers.maxEjectFor, outliers.ejectFor).inSeconds),
      "max_ejection_percent": JSON(most), "always_eject_one_host": true,
      // That it can be reached proves nothing of failures of another kind.
      "successful_active_health_check_uneject_host": false,
    ]
    if let rate = outliers.failureRate { set(rate, in: &ejection, out: outliers.ejectFor, hosts: 2) }
    return ejection
  }

  private func ejection(_ breaker: BreakerPolicy) -> JSON.Object {
    var ejection: JSON.Object = [
      "enforcing_consecutive_5xx": 0, "enforcing_success_rate": 0,
      "base_ejection_time": .string(breaker.openFor.inSeconds),
      "max_ejection_time": .string(max(breaker.maxOpenFor, breaker.openFor).inSeconds),
      "max_ejection_percent": 100, "always_eject_one_host": true,
    ]
    set(breaker.failureRate, in: &ejection, out: breaker.openFor, hosts: 1)
    return ejection
  }

  private func set(_ rate: FailureRate, in ejection: inout JSON.Object, out: Duration, hosts: Int) {
    ejection["failure_percentage_threshold"] = JSON(max(1, Int((rate.above * 100).rounded())))
    ejection["failure_percentage_request_volume"] = JSON(min(rate.of, 1_000_000))
    ejection["failure_percentage_minimum_hosts"] = JSON(hosts)
    ejection["enforcing_failure_percentage"] = 100
    // At its end those return whose time is over, too, so it is short beside that time.
    ejection["interval"] = .string(max(min(rate.within, max(.seconds(1), out / 10)), .milliseconds(1)).inSeconds)
  }

  private func check(_ health: HealthPolicy) -> JSON {
    let statuses = health.expect.sorted().map { status -> JSON in ["start": JSON(status), "end": JSON(status + 1)] }
    let isHTTP2 = service.settings.httpVersion == .http2PriorKnowledge
    var check: JSON.Object = [
      "timeout": .string(health.timeout.inSeconds), "interval": .string(health.interval.inSeconds),
      "no_traffic_interval": .string(health.idleInterval.inSeconds),
      "healthy_threshold": JSON(health.healthy), "unhealthy_threshold": JSON(health.unhealthy),
      "http_health_check": [
        "path": .string(health.path), "host": .string(service.host),
        "expected_statuses": .array(statuses), "codec_client_type": isHTTP2 ? "HTTP2" : "HTTP1",
      ],
    ]
    // Checks have connections of their own.
    if isHTTP2, service.isSecure { check["tls_options"] = ["alpn_protocols": ["h2"]] }
    return .object(check)
  }

  private var security: JSON.Object {
    let options = service.settings.connection.tls ?? TLSOptions()
    let kind = IPAddress(service.serverName) == nil ? "DNS" : "IP_ADDRESS"
    var validation: JSON.Object = [
      "trusted_ca": ["filename": .string(options.caFile ?? "/etc/ssl/certs/ca-certificates.crt")],
      "match_typed_subject_alt_names": [
        ["san_type": .string(kind), "matcher": ["exact": .string(service.serverName)]]
      ],
    ]
    if !options.pinnedPublicKeys.isEmpty {
      let pins = options.pinnedPublicKeys.map { JSON(String($0.description.dropFirst("sha256//".count))) }
      validation["verify_certificate_spki"] = .array(pins)
    }
    var common: JSON.Object = [
      "tls_params": [
        "tls_minimum_protocol_version": options.minimumVersion == .v1_3 ? "TLSv1_3" : "TLSv1_2",
        "tls_maximum_protocol_version": "TLSv1_3",
      ],
      "validation_context": .object(validation),
    ]
    if let certificate = options.certificate {
      common["tls_certificates"] = [
        [
          "certificate_chain": ["filename": .string(certificate)],
          "private_key": ["filename": .string(options.key ?? certificate)],
        ]
      ]
    }
    var context: JSON.Object = [
      "@type": .string(EnvoyDocument.types + "transport_sockets.tls.v3.UpstreamTlsContext"),
      "common_tls_context": .object(common),
    ]
    if kind == "DNS" { context["sni"] = .string(service.serverName) }
    return context
  }
}
