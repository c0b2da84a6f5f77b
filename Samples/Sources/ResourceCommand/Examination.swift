// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// Probes services, each with one request.
struct Examination: Sendable {
  /// The result of probing one service.
  struct Finding: Sendable {
    let service: String
    var resolve = "-"
    var connect = "-"
    var tls = "-"
    var proxy = "-"
    var token = "-"
    var clock = "-"
    var probe = "-"
    /// The problems found, one sentence each.
    var problems: [String] = []
    var isReady: Bool { problems.isEmpty }

    fileprivate var cells: [String] { [service, resolve, connect, tls, proxy, token, clock, probe] }
  }

  /// The clock difference, in seconds, above which tokens and caches may fail.
  private static let skewLimit = 5.0
  /// The most bytes of a body to read: the body at a base URL may be endless.
  private static let bodyLimit = 64 << 10

  private let client: ResourceClient
  private let timeout: Duration

  /// Creates an examination without the resilience policies and caches that would hide a service's state.
  init(of configuration: ResourceConfiguration, within timeout: Duration) {
    var bare = configuration
    bare.changeAllSettings { settings in
      settings.resilience = ResiliencePolicies()
      settings.cache = nil
    }
    client = ResourceClient(configuration: bare)
    self.timeout = timeout
  }

  /// Probes a service.
  func look(at name: String) async -> Finding {
    var finding = Finding(service: name)
    let start = ContinuousClock.now
    let request = ResourceRequest("", service: name, timeout: timeout)
    if let fact = (try? client.explain(request))?["connection", "proxy"], fact.value != "none" {
      finding.proxy = fact.value
    }
    await lookAtToken(of: name, &finding)
    await lookAtSharedServers(of: name, &finding)
    do {
      let response = try await client.stream(request)
      let arrival = Date()
      var length = 0
      for try await chunk in response {
        length += chunk.count
        if length >= Self.bodyLimit { break }
      }
      lookAt(response.head, response.metrics ?? ExchangeMetrics(), at: arrival, &finding)
    } catch let error as ResourceError {
      lookAt(error, &finding)
    } catch {
      finding.problems.append("\(error)")
    }
    let service = client.configuration.services.first { $0.name == name }
    if let service, service.isAskedAtItsURL(in: client.configuration), case let url = service.baseURL,
      url.origin.isSecure, finding.tls != "FAILED",
      // Only the time that the probe has left.
      case let rest = timeout - start.duration(to: .now), rest > .zero,
      let certificate = await PeerCertificate.of(url.origin, within: min(rest, .seconds(5)))
    {
      finding.tls = "\(certificate.name), \(certificate.daysLeft) d"
      if certificate.daysLeft < 14 {
        finding.problems.append(
          "its certificate ends in \(certificate.daysLeft) \(certificate.daysLeft == 1 ? "day" : "days")"
        )
      }
    }
    return finding
  }

  private func lookAtToken(of name: String, _ finding: inout Finding) async {
    let service = client.configuration.services.first { $0.name == name }
    guard service?.credential != nil else { return }
    let shown = client.configuration.redactedJSON()["backendServices"].array ?? []
    guard let kind = shown.first(where: { $0["service"].string == name })?["auth"]["type"].string else { return }
    finding.token = kind
    guard kind == "oauth2" else { return }
    do {
      let token = try await client.authorization.token(service: name, timeout: timeout)
      finding.token = token.lifetime.map { "\(Int($0 / .seconds(1))) s" } ?? "ok"
    } catch {
      finding.token = "FAILED"
      finding.problems.append("no token: \((error as? ResourceError)?.message ?? "\(error)")")
    }
  }

  /// The servers of `shared` and `fleetRate`, to which the client connects when it is made, within a second.
  private func lookAtSharedServers(of name: String, _ finding: inout Finding) async {
    let end = ContinuousClock.now.advanced(by: min(timeout, .seconds(2)))
    while true {
      let features = client.status.services.first { $0.name == name }?.features ?? []
      let servers = features.compactMap { feature in
        feature.facts.first { $0.name == "server" }.map { (feature: feature.title, state: $0.value) }
      }
      guard servers.contains(where: { $0.state == "not connected yet" }), ContinuousClock.now < end else {
        for server in servers where server.state != "answers" {
          finding.problems.append("the server of \"\(server.feature)\" is \(server.state)")
        }
        return
      }
      guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { return }
    }
  }

  private func lookAt(
    _ response: ResponseHead,
    _ metrics: ExchangeMetrics,
    at arrival: Date,
    _ finding: inout Finding
  ) {
    let peer = metrics.peerAddress ?? "ok"
    finding.resolve = peer
    finding.connect = metrics.connect.map(Self.text) ?? "ok"
    if response.url.origin.isSecure { finding.tls = metrics.tls.map(Self.text) ?? "ok" }
    finding.probe = "\(response.status.code)"
    if response.status.isServerError { finding.problems.append("the probe was answered \(response.status)") }
    if [401, 403, 407].contains(response.status.code) {
      finding.problems.append(
        finding.token == "-" && response.status != 407
          ? "GET \(response.url) returned \(response.status.code), and the service has no \"auth\" of its own"
          : "the probe was answered \(response.status): its credential is missing, expired or refused"
      )
    }
    guard let text = response.headers["Date"], let date = Date(http: text) else { return }
    // `Date` has whole seconds and was sent a moment ago, or by a cache's own account before, so a small difference is
    // ignored.
    let skew = arrival.timeIntervalSince(date) - (response.headers["Age"].flatMap { Double($0) } ?? 0)
    finding.clock = abs(skew) < 2 ? "ok" : String(-skew, decimals: 0, signed: true) + " s"
    if abs(skew) > Self.skewLimit {
      let side = skew < 0 ? "ahead of" : "behind"
      finding.problems.append("its clock is \(Int(abs(skew).rounded())) s \(side) this one")
    }
  }

  private func lookAt(_ error: ResourceError, _ finding: inout Finding) {
    finding.probe = error.code.rawValue
    // Without a token no probe was sent, which is reported already.
    if finding.token != "FAILED" { finding.problems.append(error.message) }
    switch error.code {
    case .nameNotResolved: finding.resolve = "FAILED"
    case .connectFailed, .connectTimeout, .addressRefused:
      (finding.resolve, finding.connect) = ("ok", "FAILED")
    case .tlsHandshakeFailed, .certificateRejected:
      (finding.resolve, finding.connect, finding.tls) = ("ok", "ok", "FAILED")
    case .proxyFailed: finding.proxy = "FAILED"
    default:
      // The connection was established, unless an interrupted response has already said more.
      guard let last = error.attempts.last, [.sent, .receiving].contains(last.phase), finding.connect == "-" else {
        return
      }
      (finding.resolve, finding.connect) = ("ok", "ok")
      if last.origin.isSecure { finding.tls = "ok" }
    }
  }

  private static func text(_ duration: Duration) -> String { "\(Int((duration / .milliseconds(1)).rounded(.up))) ms" }

  /// The findings as a table, followed by the problems.
  ///
  /// In a terminal of so many columns problems are wrapped, and where the table is too wide, columns without a value are
  /// left out.
  static func table(_ findings: [Finding], columns: Int? = nil) -> String {
    var rows =
      [["SERVICE", "ADDRESS", "CONNECT", "TLS", "PROXY", "TOKEN", "CLOCK", "PROBE"]] + findings.map(\.cells)
    if let columns, rows.contains(where: { row in row.reduce(0) { $0 + $1.count + 2 } > columns }) {
      let used = rows[0].indices.filter { column in rows.dropFirst().contains { $0[column] != "-" } }
      rows = rows.map { row in used.map { row[$0] } }
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      let cells = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
      return String(cells.reversed().drop { $0 == " " }.reversed())
    }
    let problems = findings.flatMap { finding in
      finding.problems.flatMap { problem in
        let text = "\(finding.service): \(problem)"
        return columns.map { HelpTopic.Block.wrapped(text, max(20, $0)) } ?? [text]
      }
    }
    lines += problems.isEmpty ? [] : [""] + problems
    let ready = findings.count(where: \.isReady)
    return (lines + ["", "\(ready) of \(findings.count) ready"]).joined(separator: "\n") + "\n"
  }
}

extension BackendService {
  /// Whether its server is the one that its base URL names, which `openssl` would ask.
  fileprivate func isAskedAtItsURL(in configuration: ResourceConfiguration) -> Bool {
    via == .direct && endpoints.isEmpty && endpointsFile == nil && discovery == nil
      && [settings, configuration.defaults].map(\.connection).allSatisfy { connection in
        connection.proxy == nil && connection.unixSocket == nil && connection.fixedAddresses.isEmpty
          && connection.tls?.serverName == nil
      }
  }
}
