// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// A configuration of nginx: one server, and a location and an upstream for each service.
///
/// Pure.
struct NginxDocument {
  let export: ProxyExport
  let services: [ExportedService]

  var text: String {
    var lines = [
      "# Check: nginx -t -p . -c \(ProxyTarget.nginx.fileName)", "worker_processes auto;", "events {}", "http {",
      // nginx has no other way to write the sign.
      "  geo $dollar { default \"$\"; }", "  client_max_body_size 0;",
      "  variables_hash_max_size 65536;", "  variables_hash_bucket_size 256;", "  map_hash_bucket_size 8192;",
    ]
    // By the target as it was sent: locations are compared decoded.
    lines += ["  map $request_uri $resource_service {", "    default \"\";"]
    lines += services.map { "    \(quoted("~^\(pattern($0.prefix))")) \($0.id);" } + ["  }"]
    for service in services { lines += [""] + maps(service) + rate(service) + upstream(service) }
    lines += [
      "", "  server {", "    listen \(ExportedService.place(export.address, export.port));", "    merge_slashes off;",
      "    large_client_header_buffers 4 128k;",
    ]
    // `proxy_set_header` would add such a field to the caller's, so no caller's passes.
    let hasOther = services.contains(where: \.hasOtherFields)
    lines += ["    underscores_in_headers on;", "    ignore_invalid_headers \(hasOther ? "on" : "off");"]
    lines.append(
      "    if ($request_uri ~* \(quoted("^[^?]*\(ExportedPath.dots)(\(ExportedPath.ends)|[?]|$)", expandsVariables: false))) { return 400; }"
    )
    lines += [
      "    if ($resource_service = \"\") { return 404; }", "    location / { rewrite ^ /$resource_service last; }",
    ]
    for service in services { lines += location(service) }
    lines += ["  }", "}"]
    return lines.joined(separator: "\n") + "\n"
  }

  /// A word of a directive, whatever its characters.
  ///
  /// - Parameters:
  ///   - text: the word.
  ///   - expandsVariables: whether a dollar sign is a variable there; not so in regular expressions and some paths.
  /// - Returns: the word in quotes.
  private func quoted(_ text: String, expandsVariables: Bool = true) -> String {
    let escaped = text.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "\"", with: "\\\"")
    return "\"\(expandsVariables ? escaped.replacing(bytes: "$", with: "${dollar}") : escaped)\""
  }

  /// The name of a field, in which nginx expands no variables.
  private func named(_ field: String) -> String { quoted(field, expandsVariables: false) }

  /// A prefix, of unreserved characters and triples, as a regular expression.
  private func pattern(_ prefix: String) -> String { prefix.replacing(bytes: ".", with: "\\.") }

  /// What follows the prefix as it was sent, and the fields that callers have not set themselves.
  private func maps(_ service: ExportedService) -> [String] {
    let rest = "s\(service.number)_rest"
    var lines = [
      "  map $request_uri $\(service.id)_target {", "    default \"\";",
      "    \(quoted("~^\(pattern(service.prefix))(?<\(rest)>.*)$", expandsVariables: false)) $\(rest);", "  }",
    ]
    for (index, field) in service.fields.enumerated() {
      guard let sent = Self.variable(of: field.name) else { continue }
      lines += ["  map \(sent) $s\(service.number)_field\(index) {", "    default \(sent);"]
      lines += ["    \"\" \(quoted(field.value));", "  }"]
    }
    return lines
  }

  /// The variable with a field of the request; `nil` for a name that nginx has none for.
  private static func variable(of field: String) -> String? {
    guard ProxyTarget.nginx.takes(field: field) else { return nil }
    return "$http_\(field.lowercasedASCII().replacing(bytes: "-", with: "_"))"
  }

  private func rate(_ service: ExportedService) -> [String] {
    guard let rate = service.policies.rate, let requests = rate.requests else { return [] }
    // nginx takes whole requests a second or a minute.
    let perMinute = min(Double(requests) * 60 / max(rate.per / .seconds(1), 1e-6), 1e9)
    guard perMinute >= 1 else { return [] }
    let speed = perMinute >= 60_000 ? "\(Int(perMinute / 60))r/s" : "\(Int(perMinute))r/m"
    return ["  limit_req_zone $server_port zone=\(service.id):64k rate=\(speed);"]
  }

  private func upstream(_ service: ExportedService) -> [String] {
    var lines = ["  upstream \(service.id) {", "    zone \(service.id)_state \(256 + 4 * service.endpoints.count)k;"]
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
    switch key {
    case .header(let name): Self.variable(of: name)
    case .cookie(let name): ProxyTarget.nginx.takes(name) ? "$cookie_\(name)" : nil
    case .query(let name): ProxyTarget.nginx.takes(name) ? "$arg_\(name)" : nil
    case .pathParameter: nil
    }
  }

  private func server(_ endpoint: ServiceEndpoint, _ service: ExportedService) -> String {
    var words = [
      "    server",
      service.settings.connection.unixSocket.map { quoted("unix:\($0)", expandsVariables: false) }
        ?? service.place(of: endpoint),
    ]
    if service.hasWeights { words.append("weight=\(endpoint.weight)") }
    if endpoint.priority > 0 { words.append("backup") }
    if let outliers = service.outliers {
      words.append("max_fails=\(min(outliers.consecutive, 1_000_000)) fail_timeout=\(outliers.ejectFor.inWholeSeconds)")
    } else {
      words.append("max_fails=0")
    }
    if let number = service.connectionsOfEach { words.append("max_conns=\(number)") }
    return words.joined(separator: " ") + ";"
  }

  private func location(_ service: ExportedService) -> [String] {
    let scheme = service.isSecure ? "https" : "http"
    let base = quoted("\(scheme)://\(service.id)\(service.basePath)").dropLast()
    // A path with variables is sent as it is.
    var lines = [
      "internal;", "proxy_pass \(base)$\(service.id)_target\";", "proxy_http_version 1.1;", "proxy_redirect off;",
      // A server must not choose what else is sent to the caller.
      "proxy_ignore_headers X-Accel-Redirect X-Accel-Expires X-Accel-Limit-Rate X-Accel-Buffering X-Accel-Charset;",
      "proxy_set_header Connection \"\";", "proxy_set_header Host \(quoted(service.host));",
      // A head as large as the client takes; nginx alone takes a page.
      "proxy_buffer_size \(service.headKilobytes)k;", "proxy_buffers 8 \(service.headKilobytes)k;",
    ]
    for (index, field) in service.fields.enumerated() {
      let isMapped = Self.variable(of: field.name) != nil
      lines.append(
        "proxy_set_header \(named(field.name)) \(isMapped ? "$s\(service.number)_field\(index)" : quoted(field.value));"
      )
    }
    if export.inlinesSecrets {
      lines += service.secretFields.map { "proxy_set_header \(named($0.name)) \(quoted($0.value));" }
    } else if !service.secretFields.isEmpty {
      // Without the file, which the brackets let nginx start without, the field of a caller does not pass either.
      lines += service.secretFields.map { "proxy_set_header \(named($0.name)) \"\";" }
      lines.append("include \(service.secretFile.dropLast())[f];")
    }
    if !rate(service).isEmpty {
      let burst = max(0, (service.policies.rate?.burst ?? 1) - 1)
      lines.append("limit_req zone=\(service.id)\(burst > 0 ? " burst=\(burst) nodelay" : "");")
      lines.append("limit_req_status 429;")
    }
    lines += times(service) + retries(service) + security(service)
    return ["    location = /\(service.id) {"] + lines.map { "      \($0)" } + ["    }"]
  }

  private func times(_ service: ExportedService) -> [String] {
    var lines: [String] = []
    lines.append("proxy_connect_timeout \(service.timeouts.connect?.duration?.inMilliseconds ?? "75s");")
    lines.append("proxy_read_timeout \(service.silence?.inMilliseconds ?? "1h");")
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

  private static let authorities = "/etc/ssl/certs/ca-certificates.crt"

  private func security(_ service: ExportedService) -> [String] {
    guard service.isSecure else { return [] }
    let options = service.settings.connection.tls ?? TLSOptions()
    var lines = [
      "proxy_ssl_verify on;", "proxy_ssl_verify_depth 9;", "proxy_ssl_server_name on;",
      "proxy_ssl_name \(quoted(service.serverName));",
      "proxy_ssl_trusted_certificate \(quoted(options.caFile ?? Self.authorities, expandsVariables: false));",
      "proxy_ssl_protocols \(options.minimumVersion == .v1_3 ? "TLSv1.3" : "TLSv1.2 TLSv1.3");",
    ]
    if let certificate = options.certificate {
      lines.append("proxy_ssl_certificate \(quoted(certificate));")
      lines.append("proxy_ssl_certificate_key \(quoted(options.key ?? certificate));")
    }
    return lines
  }
}

extension ExportedService {
  /// Whether a field has a name in which nginx takes characters for invalid.
  var hasOtherFields: Bool {
    (fields.map(\.name) + secretFields.map(\.name)).contains { !ProxyTarget.nginx.takes(field: $0) }
  }
}
