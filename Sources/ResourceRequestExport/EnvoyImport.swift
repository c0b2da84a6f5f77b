// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Reads the static clusters of Envoy as backend services, as far as they say the same.
///
/// ```swift
/// let imported = try EnvoyImport(JSON(parsing: data))
/// print(imported.document.text(.pretty))
/// for note in imported.notes { print(note) }
/// ```
///
/// The document has to be JSON, as Envoy takes it; a document in YAML has to be converted first.
public struct EnvoyImport: Sendable {
  /// Why a document cannot be imported.
  public struct Invalid: Error, Sendable, CustomStringConvertible {
    /// A phrase with the remedy.
    public let description: String
  }

  /// What of the document is not imported, or is otherwise here.
  public struct Note: Sendable, Hashable, CustomStringConvertible {
    /// The path in the document of Envoy, such as `clusters[0].lb_policy`.
    public let path: String
    /// What becomes of it: a phrase without a period.
    public let text: String

    /// Both on one line.
    public var description: String { "\(path): \(text)" }
  }

  /// The configuration, to be written and read.
  public let document: JSON
  /// What is lost.
  public let notes: [Note]

  /// Reads a document of Envoy.
  ///
  /// - Throws: ``Invalid`` for a document without static clusters that can be reached.
  public init(_ envoy: JSON) throws(Invalid) {
    guard let clusters = envoy["static_resources"]["clusters"].array else {
      throw Invalid(description: "it has no static_resources.clusters, expected a configuration of Envoy as JSON")
    }
    var reading = EnvoyReading(routes: EnvoyReading.routes(in: envoy))
    let services = clusters.enumerated().compactMap { index, cluster in
      reading.service(cluster, at: "clusters[\(index)]")
    }
    guard !services.isEmpty else {
      throw Invalid(description: "none of its clusters has static endpoints, expected load_assignment with addresses")
    }
    document = ["backendServices": .array(services)]
    notes = reading.notes
  }
}

/// Reads clusters, and notes what is left.
///
/// Pure.
private struct EnvoyReading {
  /// The actions of routes, by cluster; the first one of each.
  let routes: [String: JSON]
  var notes: [EnvoyImport.Note] = []

  init(routes: [String: JSON]) {
    self.routes = routes
  }

  static func routes(in envoy: JSON) -> [String: JSON] {
    var routes: [String: JSON] = [:]
    func visit(_ value: JSON) {
      if let elements = value.array {
        elements.forEach(visit)
      } else if let members = value.object {
        if let cluster = value["route"]["cluster"].string, routes[cluster] == nil { routes[cluster] = value["route"] }
        for (_, member) in members { visit(member) }
      }
    }
    visit(envoy["static_resources"]["listeners"])
    return routes
  }

  private mutating func note(_ path: String, _ text: String) { notes.append(.init(path: path, text: text)) }

  private static let known: Set<String> = [
    "name", "type", "connect_timeout", "lb_policy", "load_assignment", "outlier_detection", "health_checks",
    "circuit_breakers", "transport_socket", "common_lb_config", "dns_lookup_family", "alt_stat_name",
  ]

  mutating func service(_ cluster: JSON, at path: String) -> JSON? {
    guard let name = cluster["name"].string, !name.isEmpty else {
      note(path, "left out: it has no name")
      return nil
    }
    let security = cluster["transport_socket"]["typed_config"]
    let isSecure = cluster["transport_socket"] != .null
    let endpoints = endpoints(cluster, isSecure ? "https" : "http", at: path)
    guard let first = endpoints.first, let url = first["url"] else {
      note(path, "left out: it has no endpoint with an address and a port")
      return nil
    }
    var service: JSON.Object = ["service": .string(name), "baseUrl": url]
    if endpoints.count > 1 { service["endpoints"] = .array(endpoints.map { .object($0) }) }
    if let balance = balance(cluster["lb_policy"].string ?? "ROUND_ROBIN", at: path) {
      service["balance"] = .string(balance)
    }
    if isSecure, let tls = tls(security, at: path + ".transport_socket") { service["tls"] = .object(tls) }
    var timeouts: JSON.Object = [:]
    if let connect = Self.time(cluster["connect_timeout"]) { timeouts["connect"] = connect }
    if let route = routes[name] {
      // Envoy's own default.
      timeouts["total"] = Self.time(route["timeout"]) ?? "15s"
      if let attempt = Self.time(route["retry_policy"]["per_try_timeout"]) { timeouts["attempt"] = attempt }
      if let retry = retry(route["retry_policy"], at: "the route to \(name)") { service["retry"] = .object(retry) }
    }
    if !timeouts.isEmpty { service["timeouts"] = .object(timeouts) }
    if endpoints.count > 1 { service["outliers"] = outliers(cluster["outlier_detection"]) }
    if let health = health(cluster["health_checks"][0], at: path + ".health_checks") { service["health"] = health }
    if let most = cluster["circuit_breakers"]["thresholds"][0]["max_requests"].number?.int, most < 1_000_000 {
      service["concurrency"] = JSON(most)
    }
    if let share = cluster["common_lb_config"]["healthy_panic_threshold"]["value"].number?.double {
      service["panicBelow"] = .string("\(share)%")
    }
    for (key, _) in cluster.object ?? [:] where !Self.known.contains(key) { note("\(path).\(key)", "not imported") }
    return .object(service)
  }

  private mutating func endpoints(_ cluster: JSON, _ scheme: String, at path: String) -> [JSON.Object] {
    var endpoints: [JSON.Object] = []
    for (level, group) in (cluster["load_assignment"]["endpoints"].array ?? []).enumerated() {
      for (index, endpoint) in (group["lb_endpoints"].array ?? []).enumerated() {
        let address = endpoint["endpoint"]["address"]["socket_address"]
        guard let host = address["address"].string, let port = address["port_value"].number?.int else {
          note(
            "\(path).load_assignment.endpoints[\(level)].lb_endpoints[\(index)]",
            "left out: it has no address and port"
          )
          continue
        }
        let shown = host.contains(byte: ":") ? "[\(host)]" : host
        var found: JSON.Object = ["url": .string("\(scheme)://\(shown):\(port)")]
        if let weight = endpoint["load_balancing_weight"].number?.int { found["weight"] = JSON(weight) }
        if let priority = group["priority"].number?.int, priority > 0 { found["priority"] = JSON(priority) }
        endpoints.append(found)
      }
    }
    return endpoints
  }

  private mutating func balance(_ policy: String, at path: String) -> String? {
    switch policy {
    case "LEAST_REQUEST": return "leastRequest"
    case "ROUND_ROBIN": return "roundRobin"
    case "RANDOM": return "random"
    default:
      note(
        "\(path).lb_policy",
        "\(policy) is not imported: calls go to the fewest requests, or say what to hash by \"balance\""
      )
      return nil
    }
  }

  private mutating func tls(_ context: JSON, at path: String) -> JSON.Object? {
    var tls: JSON.Object = [:]
    if let name = context["sni"].string { tls["serverName"] = .string(name) }
    let common = context["common_tls_context"]
    let authority = common["validation_context"]["trusted_ca"]["filename"].string
    if let authority { tls["caFile"] = .string(authority) } else { note(path, "the system's authorities are trusted") }
    if let certificate = common["tls_certificates"][0]["certificate_chain"]["filename"].string {
      tls["certificate"] = .string(certificate)
      if let key = common["tls_certificates"][0]["private_key"]["filename"].string { tls["key"] = .string(key) }
    }
    let pins = common["validation_context"]["verify_certificate_spki"].array ?? []
    if !pins.isEmpty { tls["pinnedPublicKeys"] = .array(pins.map { .string("sha256//" + ($0.string ?? "")) }) }
    if common["tls_params"]["tls_minimum_protocol_version"].string == "TLSv1_3" { tls["minimumVersion"] = "1.3" }
    return tls.isEmpty ? nil : tls
  }

  private mutating func retry(_ policy: JSON, at path: String) -> JSON.Object? {
    guard let on = policy["retry_on"].string, !on.isEmpty else { return nil }
    var conditions: [JSON] = []
    for word in on.split(atByte: ",").map({ $0.trimmingBlanks() }) {
      switch word {
      case "connect-failure", "refused-stream": conditions.append("connectFailure")
      case "reset", "reset-before-request": conditions += ["reset", "attemptTimeout"]
      case "gateway-error": conditions += ["reset", "attemptTimeout", 502, 503, 504]
      case "5xx": conditions += ["connectFailure", "reset", "attemptTimeout", 500, 502, 503, 504]
      case "retriable-status-codes": conditions += policy["retriable_status_codes"].array ?? []
      default: note("\(path).retry_policy.retry_on", "\(word) is not imported")
      }
    }
    guard !conditions.isEmpty else { return nil }
    var unique: [JSON] = []
    for condition in conditions where !unique.contains(condition) { unique.append(condition) }
    note("\(path).retry_policy", "only idempotent methods are retried once a server may have acted")
    var retry: JSON.Object = ["attempts": JSON((policy["num_retries"].number?.int ?? 1) + 1), "on": .array(unique)]
    if let base = Self.time(policy["retry_back_off"]["base_interval"]) {
      retry["backoff"] = ["base": base, "max": Self.time(policy["retry_back_off"]["max_interval"]) ?? "2s"]
    }
    return retry
  }

  private func outliers(_ detection: JSON) -> JSON {
    guard detection != .null else { return "none" }
    var outliers: JSON.Object = [:]
    let count = detection["consecutive_gateway_failure"].number?.int ?? detection["consecutive_5xx"].number?.int
    if let count { outliers["consecutive"] = JSON(count) }
    if let time = Self.time(detection["base_ejection_time"]) { outliers["ejectFor"] = time }
    if let time = Self.time(detection["max_ejection_time"]) { outliers["maxEjectFor"] = time }
    if let share = detection["max_ejection_percent"].number?.int { outliers["maxEjected"] = .string("\(share)%") }
    return .object(outliers)
  }

  private mutating func health(_ check: JSON, at path: String) -> JSON? {
    guard check != .null else { return nil }
    guard let target = check["http_health_check"]["path"].string else {
      note(path, "not imported: only checks over HTTP are")
      return nil
    }
    var health: JSON.Object = ["path": .string(target)]
    if let interval = Self.time(check["interval"]) { health["interval"] = interval }
    if let timeout = Self.time(check["timeout"]) { health["timeout"] = timeout }
    if let count = check["healthy_threshold"].number?.int { health["healthy"] = JSON(count) }
    if let count = check["unhealthy_threshold"].number?.int { health["unhealthy"] = JSON(count) }
    return .object(health)
  }

  /// A time of Envoy, such as `"0.25s"`, in whole milliseconds; `nil` for none.
  private static func time(_ value: JSON) -> JSON? {
    guard let text = value.string, text.ends(withBytesOf: "s"), let seconds = Double(text.dropLast()), seconds > 0,
      seconds < 1e9
    else { return nil }
    return .string("\(max(1, Int((seconds * 1000).rounded())))ms")
  }
}
