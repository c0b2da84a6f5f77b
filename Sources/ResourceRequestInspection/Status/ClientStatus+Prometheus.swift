// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ClientStatus {
  /// The status in Prometheus' text format 0.0.4, with OpenTelemetry's names where they exist.
  ///
  /// Serve it with `Content-Type: text/plain; version=0.0.4`. Labels are names of services, endpoints and codes, so the
  /// number of time series is bounded.
  public var prometheusText: String {
    var text = PrometheusText()
    text.begin("http_client_request_duration_seconds", .histogram, "How long attempts took that were not cancelled.")
    for service in services where service.totals.all > 0 { service.writeDurations(to: &text) }
    text.begin("http_client_active_requests", .gauge, "Attempts under way.")
    for service in services { text.add(Double(service.active), ["service": service.name]) }
    text.begin("resource_client_attempts_total", .counter, "Attempts that have ended, by how.")
    for service in services where service.totals.all > 0 { service.writeOutcomes(to: &text) }
    let failures: [(String, String, (ServiceStatus) -> [String: Int])] = [
      ("failures_total", "Attempts without a response, by the error's code.", { $0.totals.failures }),
      ("unsent_calls_total", "Calls that failed before an attempt, by the error's code.", { $0.unsent ?? [:] }),
    ]
    for (name, help, counts) in failures {
      text.begin("resource_client_\(name)", .counter, help)
      for service in services { text.add(counts(service), of: service, by: "error.type") }
    }
    writeCounts(to: &text)
    text.begin("resource_client_endpoint_state", .gauge, "1 for the state an endpoint is in.")
    for service in services {
      for endpoint in service.endpoints {
        text.add(1, ["service": service.name, "endpoint": endpoint.name, "state": endpoint.state.rawValue])
      }
    }
    let gauges: [(String, String, (ServiceStatus) -> Double?)] = [
      ("resource_client_retry_budget", "Retries and hedges that are left.", { $0.retryBudget?.value }),
      ("resource_client_concurrency_limit", "Calls that may be under way at once.", { $0.concurrency?.limit }),
      ("resource_client_queue_length", "Calls that wait for their turn.", { $0.concurrency?.waiting.map(Double.init) }),
      ("resource_client_throttled_ratio", "The share of calls that end here.", { $0.throttled }),
      (
        "resource_client_token_expiry_seconds", "Seconds until the first stored token expires.",
        { $0.tokens.map(\.seconds).min() }
      ),
      ("resource_client_cache_entries", "Responses in memory.", { $0.cache.map { Double($0.entries) } }),
      ("resource_client_cache_bytes", "Bytes of responses in memory.", { $0.cache.map { Double($0.bytes) } }),
    ]
    for (name, help, value) in gauges {
      text.begin(name, .gauge, help)
      for service in services {
        if let value = value(service) { text.add(value, ["service": service.name]) }
      }
    }
    text.begin("resource_client_calls_active", .gauge, "Calls under way, with work in the background.")
    text.add(Double(active), [:])
    text.begin("http_client_open_connections", .gauge, "Connections that are open.")
    if let connections {
      text.add(Double(connections.active), ["http.connection.state": "active"])
      text.add(Double(connections.idle), ["http.connection.state": "idle"])
    }
    text.begin("resource_client_config_reloads_total", .counter, "Configurations received, by result.")
    text.add(Double(reloads.taken), ["result": "taken"])
    text.add(Double(reloads.rejected), ["result": "rejected"])
    text.begin("resource_client_config_generation", .gauge, "Configurations the client had.")
    text.add(Double(generation), ["configuration": configuration])
    text.begin("resource_client_rollout_ratio", .gauge, "The share of calls that another configuration is tried with.")
    text.add(rollout?.share ?? 0, [:])
    return text.text
  }

  /// The counters of policies and caches.
  private func writeCounts(to text: inout PrometheusText) {
    text.begin("resource_client_sent_again_total", .counter, "Attempts after the first of their call, by the reason.")
    for service in services { text.add(service.again, of: service, by: "reason") }
    text.begin("resource_client_hedges_won_total", .counter, "Hedges that brought the response.")
    for service in services where service.again[AttemptReason.hedge.name] != nil {
      text.add(Double(service.hedgesWon), ["service": service.name])
    }
    text.begin("resource_client_cache_results_total", .counter, "Responses by the part the cache took in them.")
    for service in services { text.add(service.cache?.results ?? [:], of: service, by: "result") }
  }
}

extension ServiceStatus {
  fileprivate func writeDurations(to text: inout PrometheusText) {
    for step in latency.steps {
      text.add(Double(step.count), ["service": name, "le": PrometheusText.number(step.seconds)], suffix: "_bucket")
    }
    let all = Double(totals.all) - Double(totals.cancelled)
    text.add(all, ["service": name, "le": "+Inf"], suffix: "_bucket")
    // Sums of durations are counted from the first reading on; rates are right from then.
    text.add(latency.sum, ["service": name], suffix: "_sum")
    text.add(all, ["service": name], suffix: "_count")
  }

  fileprivate func writeOutcomes(to text: inout PrometheusText) {
    let counts = [
      ("2xx", totals.success), ("3xx", totals.redirect), ("4xx", totals.clientError), ("5xx", totals.serverError),
      ("failed", totals.failed), ("cancelled", totals.cancelled),
    ]
    for (outcome, count) in counts { text.add(Double(count), ["service": name, "outcome": outcome]) }
  }
}

/// Writes numbers as Prometheus reads them (text format 0.0.4).
struct PrometheusText {
  enum Kind: String {
    case counter
    case gauge
    case histogram
  }

  private(set) var text = ""
  private var name = ""
  private var head = ""

  /// Begins a metric; one without a sample is not written.
  mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    self.name = name
    head = "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Adds a sample; the names of labels may have points, which are `_` there.
  mutating func add(_ value: Double, _ labels: KeyValuePairs<String, String>, suffix: String = "") {
    text += head + name + suffix
    head = ""
    if !labels.isEmpty {
      let pairs = labels.map { "\($0.key.replacing(bytes: ".", with: "_"))=\"\(PrometheusText.escaped($0.value))\"" }
      text += "{" + pairs.joined(separator: ",") + "}"
    }
    text += " " + PrometheusText.number(value) + "\n"
  }

  /// Adds a sample of a service for each of these counts.
  mutating func add(_ counts: [String: Int], of service: ServiceStatus, by label: String) {
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) {
      add(Double(count), ["service": service.name, label: name])
    }
  }

  /// A number; whole ones without a fraction.
  static func number(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"").replacing(bytes: "\n", with: "\\n")
  }
}
