// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// A configuration of nginx: one server, and a location and an upstream for each service.
///
/// Pure.
struct NginxDocument {
  private let export: ProxyExport
  private let services: [ExportedService]

  init(_ export: ProxyExport, _ services: [ExportedService]) {
    self.export = export
    self.services = services
  }

  var text: String {
    let address = export.address.contains(byte: ":") ? "[\(export.address)]" : export.address
    var lines = [
      "# Check: nginx -t -p . -c \(ProxyTarget.nginx.fileName)", "worker_processes auto;", "events {}", "http {",
      // nginx has no other way to write the sign.
      "  geo $dollar { default \"$\"; }", "  client_max_body_size 0;",
    ]
    for service in services { lines += [""] + target(service) + rate(service) + upstream(service) }
    lines += ["", "  server {", "    listen \(address):\(export.port);", "    merge_slashes off;"]
    // So that no dots lead out of a base URL.
    lines.append("    if ($request_uri ~ \"^[^?]*/(\\.|%2[eE]){1,2}([/?]|$)\") { return 400; }")
    for service in services { lines += location(service) }
    lines += ["    location / { return 404; }", "  }", "}"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A word of a directive, whatever its characters.
  private func quoted(_ text: String) -> String {
    "\""
      + text.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"").replacing(
        bytes: "$",
        with: "${dollar}"
      ) + "\""
  }

  /// What follows the prefix as it was sent: a location has it decoded.
  private func target(_ service: ExportedService) -> [String] {
    let prefix = service.prefix.replacing(bytes: ".", with: "\\.")
    return [
      "  map $request_uri $\(service.id)_target {", "    default \"\";",
      "    \"~^\(prefix)(?<\(service.id)_rest>.*)$\" $\(service.id)_rest;", "  }",
    ]
  }

  private func rate(_ service: ExportedService) -> [String] {
    guard let rate = service.policies.rate, let requests = rate.requests else { return [] }
    // nginx takes whole requests a second or a minute.
    let perMinute = Double(requests) * 60 / max(rate.per / .seconds(1), 0.001)
    let speed = perMinute >= 60 ? "\(Int(perMinute / 60))r/s" : "\(max(1, Int(perMinute)))r/m"
    return ["  limit_req_zone $server_port zone=\(service.id):64k rate=\(speed);"]
  }

  private func upstream(_ service: ExportedService) -> [String] {
    var lines = ["  upstream \(service.id) {", "    zone \(service.id)_state 256k;"]
    switch service.balance {
    case .leastRequest, .peakEWMA: lines.append("    least_conn;")
    case .random where !service.hasLevels: lines.append("    random;")
    case .hash(let key) where !service.hasLevels:
      if let hashed = variable(key) { lines.append("    hash \(hashed) consistent;") }
    case .roundRobin, .random, .hash: break
    }
    lines += service.endpoints.map { server($0, service) }
    let idle = service.settings.connection.idleTime ?? .seconds(60)
    lines += [
      "    keepalive \(min(service.settings.maxConnections ?? 64, 1024));",
      "    keepalive_timeout \(idle.inMilliseconds);", "  }",
    ]
    return lines
  }

  private func variable(_ key: BalancePolicy.Key) -> String? {
    func word(_ name: String) -> String { name.lowercasedASCII().replacing(bytes: "-", with: "_") }
    return switch key {
    case .header(let name): "$http_\(word(name))"
    case .cookie(let name): "$cookie_\(name)"
    case .query(let name): "$arg_\(name)"
    case .pathParameter: nil
    }
  }

  private func server(_ endpoint: ServiceEndpoint, _ service: ExportedService) -> String {
    let (host, port) = service.address(of: endpoint)
    let place = host.contains(byte: ":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    var words = ["    server", service.settings.connection.unixSocket.map { quoted("unix:\($0)") } ?? place]
    if service.hasWeights { words.append("weight=\(endpoint.weight)") }
    if endpoint.priority > 0 { words.append("backup") }
    if let outliers = service.outliers {
      words.append("max_fails=\(min(outliers.consecutive, 1_000_000)) fail_timeout=\(outliers.ejectFor.inWholeSeconds)")
    } else {
      words.append("max_fails=0")
    }
    var limit = service.settings.maxConnections
    if case .fixed(let number)? = service.policies.concurrency { limit = min(limit ?? .max, number) }
    if let limit {
      words.append("max_conns=\(max(1, (limit + service.endpoints.count - 1) / service.endpoints.count))")
    }
    return words.joined(separator: " ") + ";"
  }

  private func location(_ service: ExportedService) -> [String] {
    let scheme = service.isSecure ? "https" : "http"
    // A path with variables is sent as it is; the names of locations are compared decoded.
    var lines = [
      "proxy_pass \(scheme)://\(service.id)\(service.basePath.replacing(bytes: "$", with: "${dollar}"))$\(service.id)_target;",
      "proxy_http_version 1.1;", "proxy_redirect off;", "proxy_set_header Connection \"\";",
      "proxy_set_header Host \(quoted(service.base.origin.authority));",
    ]
    lines += service.settings.headers.map { "proxy_set_header \($0.name) \(quoted($0.value));" }
    if let secret = service.secretField {
      lines.append(
        // The star lets nginx start without the file.
        export.inlinesSecrets
          ? "proxy_set_header \(secret.name) \(quoted(secret.value));" : "include \(service.secretFile)*;"
      )
    }
    if service.policies.rate?.requests != nil {
      let burst = max(0, (service.policies.rate?.burst ?? 1) - 1)
      lines.append("limit_req zone=\(service.id)\(burst > 0 ? " burst=\(burst) nodelay" : "");")
      lines.append("limit_req_status 429;")
    }
    lines += times(service) + retries(service) + security(service)
    // nginx would redirect a path without the slash.
    return ["    location = \(quoted("/\(service.name)")) { return 404; }"]
      + ["    location \(quoted("/\(service.name)/")) {"] + lines.map { "      \($0)" } + ["    }"]
  }

  private func times(_ service: ExportedService) -> [String] {
    var lines: [String] = []
    if let connect = service.timeouts.connect?.duration {
      lines.append("proxy_connect_timeout \(connect.inMilliseconds);")
    }
    let silences = [service.timeouts.read?.duration, service.attempt].compactMap(\.self)
    lines.append("proxy_read_timeout \(silences.min()?.inMilliseconds ?? "1h");")
    return lines
  }

  private func retries(_ service: ExportedService) -> [String] {
    let conditions = service.retry.conditions
    let isRetried = service.retries > 0
    // What counts as a failure for max_fails is what goes to the next endpoint.
    var words: [String] = []
    if !isRetried || conditions.contains(.connectFailure) || conditions.contains(.reset) { words.append("error") }
    if !isRetried || conditions.contains(.attemptTimeout) { words.append("timeout") }
    let statuses = isRetried ? service.statuses : [502, 503, 504]
    words += statuses.filter(ExportTable.nginxStatuses.contains).map { "http_\($0)" }
    if isRetried, service.methods.contains(where: { $0 == "POST" || $0 == "PATCH" }) { words.append("non_idempotent") }
    var lines = ["proxy_next_upstream \(words.isEmpty ? "off" : words.joined(separator: " "));"]
    lines.append("proxy_next_upstream_tries \(max(1, service.retry.attempts));")
    if let total = service.timeouts.total?.duration {
      lines.append("proxy_next_upstream_timeout \(total.inMilliseconds);")
    }
    return lines
  }

  private func security(_ service: ExportedService) -> [String] {
    guard service.isSecure else { return [] }
    let options = service.settings.connection.tls ?? TLSOptions()
    var lines = [
      "proxy_ssl_verify on;", "proxy_ssl_verify_depth 9;", "proxy_ssl_server_name on;",
      "proxy_ssl_name \(quoted(service.serverName));",
      "proxy_ssl_trusted_certificate \(quoted(options.caFile ?? "/etc/ssl/certs/ca-certificates.crt"));",
      "proxy_ssl_protocols \(options.minimumVersion == .v1_3 ? "TLSv1.3" : "TLSv1.2 TLSv1.3");",
    ]
    if let certificate = options.certificate {
      lines.append("proxy_ssl_certificate \(quoted(certificate));")
      lines.append("proxy_ssl_certificate_key \(quoted(options.key ?? certificate));")
    }
    return lines
  }
}
