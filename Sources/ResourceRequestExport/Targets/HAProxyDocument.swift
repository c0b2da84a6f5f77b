// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// A configuration of HAProxy: one frontend, and a backend for each service.
///
/// Pure.
struct HAProxyDocument {
  let export: ProxyExport
  let services: [ExportedService]

  var text: String {
    // A response's head as large as the client takes, a request's of 128 KiB as through nginx, and what is rewritten beside
    // it; HAProxy alone takes 15 KiB and 101 lines.
    let buffer = (max(128, services.map(\.headKilobytes).max() ?? 0) + 32) << 10
    var lines = [
      "# Check: haproxy -c -f \(ProxyTarget.haproxy.fileName)", "global", "  tune.bufsize \(buffer)",
      "  tune.http.maxhdr 4096", "", "defaults", "  mode http", "  timeout client 1h",
      "  timeout connect 10s", "  timeout server 1h", "", "frontend services",
      "  bind \(ExportedService.place(export.address, export.port))",
    ]
    // By it a caller would have the next hop drop what is added here (RFC 9110 §7.6.1).
    lines.append("  http-request del-header Connection")
    lines.append("  http-request return status 400 if { path_reg -i '\(ExportedPath.dots)(\(ExportedPath.ends)|$)' }")
    lines += services.map { "  use_backend \($0.id) if { path_beg \(quoted($0.prefix)) }" }
    lines += ["  default_backend unknown", "", "backend unknown", "  http-request return status 404"]
    for service in services { lines += [""] + backend(service) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A word of a line, whatever its characters.
  private func quoted(_ text: String) -> String {
    "'" + text.replacing(bytes: "'", with: "'\\''") + "'"
  }

  /// A token, which may have characters that mean something here.
  private func word(_ token: String) -> String {
    token.utf8.contains { ExportedService.marks.utf8.contains($0) } ? quoted(token) : token
  }

  /// A text as a log format, in which `%` begins an expression.
  private func formatted(_ text: String) -> String {
    text.isEmpty ? "%[str()]" : quoted(text.replacing(bytes: "%", with: "%%"))
  }

  private func backend(_ service: ExportedService) -> [String] {
    var lines = ["backend \(service.id)"]
    lines.append(
      "  http-request replace-path \(quoted(pattern(service.prefix))) \(quoted(replacement(service.basePath)))"
    )
    lines.append("  http-request set-header Host \(formatted(service.host))")
    lines += service.fields.map { field in
      let name = quoted(field.name)
      let isPlain = ProxyTarget.haproxy.takes(field: field.name)
      let condition = isPlain ? " unless { req.hdr(\(field.name)) -m found }" : ""
      return "  http-request set-header \(name) \(formatted(field.value))\(condition)"
    }
    lines += service.secretFields.map { secret in
      let value = export.inlinesSecrets ? formatted(secret.value) : "%[env(\(secret.variable))]"
      return "  http-request set-header \(quoted(secret.name)) \(value)"
    }
    if let number = service.concurrency {
      // HAProxy's own queue has no end.
      let most = number + (service.policies.queue?.length ?? 0)
      lines.append("  http-request return status 503 if { be_conn(\(service.id)) gt \(most) }")
    }
    if let rate = service.policies.rate, let requests = rate.requests {
      // What is refused must not count, or a service with more calls than its rate would answer hardly any.
      // A window of a few milliseconds would be rounded to another rate.
      let most = max(
        rate.burst,
        Int(min((Double(requests) * (Duration.milliseconds(100) / rate.per)).rounded(.up), 1e15))
      )
      let window = (rate.per * (Double(most) / Double(requests))).inMilliseconds
      let count = "int(1),table_http_req_rate(\(service.id))"
      lines.append("  stick-table type integer size 1 expire \(window) store http_req_rate(\(window))")
      lines.append("  http-request return status 429 if { \(count) ge \(most) }")
      lines.append("  http-request track-sc0 int(1)")
    }
    lines += balance(service) + times(service) + retries(service)
    if service.hasLevels { lines.append("  option allbackups") }
    if let health = service.policies.health {
      let path = quoted(health.path)
      lines.append("  option httpchk")
      lines.append(
        "  http-check send meth GET uri \(path) ver HTTP/1.1 hdr Host \(formatted(service.host))"
      )
      lines.append("  http-check expect status \(health.expect.sorted().map(String.init).joined(separator: ","))")
      lines.append("  timeout check \(health.timeout.inMilliseconds)")
    }
    return lines + service.endpoints.enumerated().map { server(service, number: $0.offset + 1, $0.element) }
  }

  /// A regular expression for what follows a prefix.
  private func pattern(_ prefix: String) -> String {
    "^" + prefix.replacing(bytes: ".", with: "\\.") + "(.*)$"
  }

  private func replacement(_ path: String) -> String {
    path.replacing(bytes: "%", with: "%%").replacing(bytes: "\\", with: "\\\\") + "\\1"
  }

  private func balance(_ service: ExportedService) -> [String] {
    switch service.balance {
    case .leastRequest, .peakEWMA: ["  balance leastconn"]
    case .random: ["  balance random(1)"]
    case .hash(.header(let name)) where ProxyTarget.haproxy.takes(name):
      ["  balance hdr(\(name))", "  hash-type consistent"]
    case .hash(.query(let name)) where ProxyTarget.haproxy.takes(name):
      ["  balance url_param \(name)", "  hash-type consistent"]
    case .roundRobin, .hash: ["  balance roundrobin"]
    }
  }

  private func times(_ service: ExportedService) -> [String] {
    var lines = ["  timeout connect \(service.timeouts.connect?.duration?.inMilliseconds ?? "2000000s")"]
    if let silence = service.silence { lines.append("  timeout server \(silence.inMilliseconds)") }
    if service.connectionsOfEach != nil {
      // Without one it is that for a connection.
      let wait = service.policies.queue?.timeout ?? service.timeouts.total?.duration
      lines.append("  timeout queue \(wait?.inMilliseconds ?? "2000000s")")
    }
    return lines
  }

  private func retries(_ service: ExportedService) -> [String] {
    guard service.retries > 0 else { return ["  retries 0"] }
    let conditions = service.retry.conditions
    var words = conditions.contains(.connectFailure) ? ["conn-failure"] : []
    if conditions.contains(.reset) { words += ["empty-response", "junk-response"] }
    if conditions.contains(.attemptTimeout) { words.append("response-timeout") }
    words += service.statuses.filter(ExportTable.haproxyStatuses.contains).map(String.init)
    var lines = ["  retries \(service.retries)", "  retry-on \(words.isEmpty ? "none" : words.joined(separator: " "))"]
    // Those methods are retried where no connection came about.
    lines.append(
      "  http-request disable-l7-retry unless { method \(service.methods.map(word).joined(separator: " ")) }"
    )
    if service.retry.prefersOtherEndpoint { lines.append("  option redispatch 1") }
    return lines
  }

  private func server(_ service: ExportedService, number: Int, _ endpoint: ServiceEndpoint) -> String {
    var words = [
      "  server", "e\(number)",
      service.settings.connection.unixSocket.map { quoted("unix@\($0)") } ?? service.place(of: endpoint),
    ]
    if IPAddress(service.address(of: endpoint).host) == nil, service.settings.connection.unixSocket == nil {
      words.append("init-addr last,libc,none")
    }
    if service.hasWeights { words.append("weight \(weight(endpoint, service))") }
    if endpoint.priority > 0 { words.append("backup") }
    if let most = service.connectionsOfEach { words.append("maxconn \(most)") }
    words += checks(service)
    if let start = service.policies.slowStart { words.append("slowstart \(start.window.inMilliseconds)") }
    if service.isSecure {
      words += security(service, endpoint)
    } else if service.settings.httpVersion == .http2PriorKnowledge {
      words.append("proto h2")
    }
    return words.joined(separator: " ")
  }

  /// The weight, in HAProxy's range of 1 to 256.
  private func weight(_ endpoint: ServiceEndpoint, _ service: ExportedService) -> Int {
    let most = service.endpoints.map(\.weight).max() ?? 1
    return most <= 256 ? endpoint.weight : max(1, endpoint.weight * 256 / most)
  }

  private func checks(_ service: ExportedService) -> [String] {
    var words: [String] = []
    if let health = service.policies.health {
      words += ["check inter \(health.interval.inMilliseconds) rise \(health.healthy) fall \(health.unhealthy)"]
    } else if let outliers = service.outliers {
      // A server that is out for its failures is back with its first check that a connection passes.
      words += ["check inter \(outliers.ejectFor.inMilliseconds) rise 1 fall 3"]
    }
    if let outliers = service.outliers {
      words.append("observe layer7 error-limit \(min(outliers.consecutive, 1_000_000)) on-error mark-down")
    }
    return words
  }

  private func security(_ service: ExportedService, _ endpoint: ServiceEndpoint) -> [String] {
    let options = service.settings.connection.tls ?? TLSOptions()
    // An endpoint given by name shows a certificate for that name, whatever that of the service is.
    let isName = !service.service.endpoints.isEmpty && IPAddress(endpoint.origin.host) == nil
    let name = isName ? endpoint.origin.host : service.serverName
    var words = [
      "ssl verify required", "ca-file \(quoted(options.caFile ?? "@system-ca"))", "verifyhost \(quoted(name))",
      "ssl-min-ver \(options.minimumVersion == .v1_3 ? "TLSv1.3" : "TLSv1.2")",
    ]
    if IPAddress(name) == nil { words.append("sni str(\(name)) check-sni \(name)") }
    if let certificate = options.certificate { words.append("crt \(quoted(certificate))") }
    switch service.settings.httpVersion ?? .negotiated {
    case .negotiated: words.append("alpn h2,http/1.1")
    case .http1_1: words.append("alpn http/1.1")
    case .http2PriorKnowledge: words.append("alpn h2")
    }
    return words
  }
}
