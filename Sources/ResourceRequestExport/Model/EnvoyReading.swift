// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Reads clusters, and notes what is left.
///
/// Pure.
struct EnvoyReading {
  /// The routes, by cluster; the first one of each is imported.
  private let routes: [String: [JSON]]
  private(set) var notes: [EnvoyImport.Note] = []

  /// Reads the routes of the listeners, and notes what changes requests beside the routes that are imported.
  init(of envoy: JSON) {
    var routes: [String: [JSON]] = [:]
    var notes: [EnvoyImport.Note] = []
    func visit(_ value: JSON, _ path: String) {
      if let elements = value.array {
        for (index, element) in elements.enumerated() { visit(element, "\(path)[\(index)]") }
      } else if let members = value.object {
        if let cluster = value["route"]["cluster"].string {
          routes[cluster, default: []].append(value)
        } else {
          for key in Self.omitted where value[key] != .null {
            notes.append(.init(path: "\(path).\(key)", text: "not imported"))
          }
          for (index, filter) in (value["http_filters"].array ?? []).enumerated()
          where !(filter["name"].string ?? "").hasSameBytes(as: "envoy.filters.http.router") {
            notes.append(.init(path: "\(path).http_filters[\(index)]", text: "not imported"))
          }
          if value["route"] != .null {
            notes.append(.init(path: "\(path).route", text: "not imported: it has not one cluster"))
          }
        }
        for (key, member) in members where key != "route" { visit(member, "\(path).\(key)") }
      }
    }
    visit(envoy["static_resources"]["listeners"], "static_resources.listeners")
    (self.routes, self.notes) = (routes, notes)
  }

  /// What listeners, virtual hosts and routes do besides leading to a cluster.
  private static let omitted = [
    "request_headers_to_add", "request_headers_to_remove", "retry_policy", "hedge_policy", "redirect",
    "direct_response",
    "typed_per_filter_config",
  ]

  mutating func note(_ path: String, _ text: String) { notes.append(.init(path: path, text: text)) }

  private static let known: Set<String> = [
    "name", "type", "connect_timeout", "lb_policy", "load_assignment", "outlier_detection", "health_checks",
    "circuit_breakers", "transport_socket", "common_lb_config", "alt_stat_name",
  ]

  mutating func service(_ cluster: JSON, at path: String) -> JSON? {
    guard let name = cluster["name"].string, !name.isEmpty else {
      note(path, "left out: it has no name")
      return nil
    }
    let security = cluster["transport_socket"]["typed_config"]
    let socket = security["@type"].string ?? cluster["transport_socket"]["name"].string ?? ""
    let isSecure =
      socket.ends(withBytesOf: "UpstreamTlsContext") || socket.hasSameBytes(as: "envoy.transport_sockets.tls")
    if !socket.isEmpty, !isSecure, !socket.contains(bytes: "raw_buffer"), !socket.contains(bytes: "RawBuffer") {
      note("\(path).transport_socket", "not imported: only TLS is")
    }
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
    if let matching = routes[name]?.first {
      let (route, at) = (matching["route"], "the route to \(name)")
      noteRest(of: matching, at, besides: ["route", "match", "name"])
      noteRest(of: matching["match"], "\(at).match", besides: ["prefix", "path_separated_prefix"])
      if routes[name]?.count ?? 0 > 1 { note(at, "only the first of its routes is imported") }
      // Envoy's own default is 15 s, and 0 stands for none.
      let total = Self.milliseconds(route["timeout"]) ?? 15_000
      timeouts["total"] = total == 0 ? "none" : .string("\(total)ms")
      if let attempt = Self.milliseconds(route["retry_policy"]["per_try_timeout"]), attempt > 0 {
        if total == 0 || attempt < total {
          timeouts["attempt"] = .string("\(attempt)ms")
        } else {
          note("\(at).retry_policy.per_try_timeout", "not imported: it is not shorter than the timeout")
        }
      }
      if let prefix = route["prefix_rewrite"].string, let base = url.string, prefix.begins(withBytesOf: "/") {
        // A base URL has no braces.
        let path = prefix.replacing(bytes: "{", with: "%7B").replacing(bytes: "}", with: "%7D")
        service["baseUrl"] = .string(base + path)
      }
      noteRest(of: route, at, besides: ["cluster", "timeout", "retry_policy", "prefix_rewrite"])
      if let retry = retry(route["retry_policy"], at: at) { service["retry"] = .object(retry) }
    }
    if !timeouts.isEmpty { service["timeouts"] = .object(timeouts) }
    if endpoints.count > 1 {
      service["outliers"] = outliers(cluster["outlier_detection"], at: path + ".outlier_detection")
      if let health = health(cluster["health_checks"][0], at: path + ".health_checks") { service["health"] = health }
      noteOthers(of: cluster["health_checks"], "\(path).health_checks")
    } else if cluster["health_checks"] != .null || cluster["outlier_detection"] != .null {
      note(path, "outlier_detection and health_checks are not imported: there is one endpoint")
    }
    let thresholds = cluster["circuit_breakers"]["thresholds"]
    // Routes have the default priority unless they say otherwise.
    let isDefault = { (threshold: JSON) in threshold["priority"].string.map { $0.hasSameBytes(as: "DEFAULT") } ?? true }
    let place = thresholds.array?.firstIndex(where: isDefault)
    let threshold = place.map { thresholds[$0] } ?? .null
    let thresholdPath = "\(path).circuit_breakers.thresholds[\(place ?? 0)]"
    if let most = threshold["max_requests"].number?.int {
      if (1..<1_000_000).contains(most) {
        service["concurrency"] = JSON(most)
      } else if most < 1 {
        note("\(thresholdPath).max_requests", "not imported: it lets no request through")
      }
    }
    noteRest(of: threshold, thresholdPath, besides: ["max_requests", "priority"])
    if thresholds.array.map({ $0.count > 1 || threshold == .null }) ?? false {
      note("\(path).circuit_breakers.thresholds", "only that of the default priority is imported")
    }
    noteRest(of: cluster["load_assignment"], "\(path).load_assignment", besides: ["cluster_name", "endpoints"])
    if let share = cluster["common_lb_config"]["healthy_panic_threshold"]["value"].number?.double {
      service["panicBelow"] = JSON(min(max(share / 100, 0), 1))
    }
    noteRest(of: cluster["common_lb_config"], "\(path).common_lb_config", besides: ["healthy_panic_threshold"])
    noteRest(of: cluster, path, besides: Self.known)
    return .object(service)
  }

  /// Notes the members of an object that nothing reads.
  mutating func noteRest(of value: JSON, _ path: String, besides known: Set<String>) {
    for (key, _) in value.object ?? [:] where !known.contains(key) { note("\(path).\(key)", "not imported") }
  }

  /// Notes the elements behind the first.
  mutating func noteOthers(of list: JSON, _ path: String) {
    if (list.array?.count ?? 0) > 1 { note(path, "only the first is imported") }
  }

  private mutating func endpoints(_ cluster: JSON, _ scheme: String, at path: String) -> [JSON.Object] {
    var endpoints: [JSON.Object] = []
    for (level, group) in (cluster["load_assignment"]["endpoints"].array ?? []).enumerated() {
      noteRest(of: group, "\(path).load_assignment.endpoints[\(level)]", besides: ["lb_endpoints", "priority"])
      for (index, endpoint) in (group["lb_endpoints"].array ?? []).enumerated() {
        let address = endpoint["endpoint"]["address"]["socket_address"]
        let place = "\(path).load_assignment.endpoints[\(level)].lb_endpoints[\(index)]"
        noteRest(of: endpoint, place, besides: ["endpoint", "load_balancing_weight", "health_status"])
        noteRest(of: endpoint["endpoint"], "\(place).endpoint", besides: ["address"])
        if let health = endpoint["health_status"].string, ["DRAINING", "UNHEALTHY", "TIMEOUT"].contains(health) {
          note(place, "left out: it is \(health)")
          continue
        }
        let number = address["port_value"].number?.int ?? address["port_value"].string.flatMap { Int($0) }
        guard let host = address["address"].string, let port = number else {
          note(place, "left out: it has no address and port")
          continue
        }
        let url = "\(scheme)://\(ExportedService.place(host, port))"
        guard let origin = try? ResourceURL(url), origin.path.hasSameBytes(as: "/"), origin.query == nil,
          origin.userInfo == nil, origin.fragment == nil
        else {
          note(place, "left out: its address is none")
          continue
        }
        guard !endpoints.contains(where: { $0["url"]?.string?.hasSameBytes(as: url) ?? false }) else {
          note(place, "left out: it is there twice")
          continue
        }
        var found: JSON.Object = ["url": .string(url)]
        if let weight = endpoint["load_balancing_weight"].number?.int {
          found["weight"] = JSON(min(max(weight, 1), 65_535))
          if weight > 65_535 { note(place, "its weight is 65535, the largest there is") }
        }
        if let priority = group["priority"].number?.int, priority > 0 { found["priority"] = JSON(min(priority, 100)) }
        endpoints.append(found)
      }
    }
    return endpoints
  }

  private mutating func balance(_ policy: String, at path: String) -> String? {
    let known = ["LEAST_REQUEST": "leastRequest", "ROUND_ROBIN": "roundRobin", "RANDOM": "random"]
    if let balance = known[policy] { return balance }
    note(
      "\(path).lb_policy",
      "\(policy) is not imported: calls go to the fewest requests, or say what to hash by \"balance\""
    )
    return nil
  }

  private mutating func tls(_ context: JSON, at path: String) -> JSON.Object? {
    var tls: JSON.Object = [:]
    if let name = context["sni"].string { tls["serverName"] = .string(name) }
    let common = context["common_tls_context"]
    let validation = common["validation_context"]
    noteRest(of: context, path, besides: ["@type", "sni", "common_tls_context"])
    noteRest(of: common, path, besides: ["validation_context", "tls_certificates", "tls_params"])
    noteRest(of: validation, "\(path).validation_context", besides: ["trusted_ca", "verify_certificate_spki"])
    noteRest(of: common["tls_params"], "\(path).tls_params", besides: ["tls_minimum_protocol_version"])
    noteOthers(of: common["tls_certificates"], "\(path).tls_certificates")
    let certificate = common["tls_certificates"][0]
    noteRest(of: certificate, "\(path).tls_certificates[0]", besides: ["certificate_chain", "private_key"])
    for (place, source) in [
      ("validation_context.trusted_ca", validation["trusted_ca"]),
      ("tls_certificates[0].certificate_chain", certificate["certificate_chain"]),
      ("tls_certificates[0].private_key", certificate["private_key"]),
    ] {
      noteRest(of: source, "\(path).\(place)", besides: ["filename"])
    }
    let authority = validation["trusted_ca"]["filename"].string
    if let authority { tls["caFile"] = .string(authority) } else { note(path, "the system's authorities are trusted") }
    if let file = certificate["certificate_chain"]["filename"].string {
      tls["certificate"] = .string(file)
      if let key = certificate["private_key"]["filename"].string { tls["key"] = .string(key) }
    }
    let pins = validation["verify_certificate_spki"].array ?? []
    if !pins.isEmpty { tls["pinnedPublicKeys"] = .array(pins.map { .string("sha256//" + ($0.string ?? "")) }) }
    if common["tls_params"]["tls_minimum_protocol_version"].string == "TLSv1_3" { tls["minimumVersion"] = "1.3" }
    return tls.isEmpty ? nil : tls
  }

  /// A number, or the nearest that there is here; `nil` for none.
  mutating func nearest(_ value: JSON, _ range: ClosedRange<Int>, _ path: String) -> JSON? {
    guard let number = value.number?.double else { return nil }
    let nearest = Int(min(max(number, Double(range.lowerBound)), Double(range.upperBound)))
    if Double(nearest) != number { note(path, "it is \(nearest), the nearest there is") }
    return JSON(nearest)
  }

  /// A time of Envoy, such as `"0.25s"`; `nil` for none, and for 0.
  static func time(_ value: JSON) -> JSON? {
    milliseconds(value).flatMap { $0 > 0 ? .string("\($0)ms") : nil }
  }

  /// A time of Envoy in whole milliseconds, rounded up; `nil` for none.
  static func milliseconds(_ value: JSON) -> Int? {
    guard let text = value.string, text.ends(withBytesOf: "s"), let seconds = Double(text.dropLast()),
      (0..<1e9).contains(seconds)
    else { return nil }
    let (time, nearest) = (seconds * 1000, (seconds * 1000).rounded())
    // A whole number of milliseconds need not be one in binary: 2.007 seconds are a little more.
    return Int(abs(time - nearest) <= time.ulp ? nearest : time.rounded(.up))
  }
}
