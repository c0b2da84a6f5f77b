// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// A service with what it inherits, as an export reads it.
///
/// Pure.
struct ExportedService: Sendable {
  /// The characters of a token (RFC 9110 §5.6.2) that are neither letters nor digits, but for the underscore: languages of
  /// proxies mean something by them.
  static let marks = "!#$%&'*+-.^`|~"

  /// A field with a secret value.
  struct SecretField {
    let name: String
    let value: String
    /// The environment variable that the proxy takes it from.
    let variable: String
  }

  let name: String
  /// Its number among the services, from 1.
  let number: Int
  /// Its name in the proxy's file, of letters and digits.
  let id: String
  let base: ResourceURL
  let isBehindGateway: Bool
  /// At least one; the priorities are 0, 1, ….
  let endpoints: [ServiceEndpoint]
  let service: BackendService
  let settings: ServiceSettings
  let timeouts: Timeouts
  let retry: RetryPolicy
  /// The time of one attempt.
  let attempt: Duration?
  let outliers: OutlierPolicy?
  let breaker: BreakerPolicy?
  /// The names of fields that the document hides.
  private let redacted: [String]

  init(_ service: BackendService, number: Int, in configuration: ResourceConfiguration) {
    name = service.name
    self.number = number
    let letters = service.name.utf8.map { ByteSet.identifier.contains($0) ? $0 : UInt8(ascii: "_") }
    id = "s\(number)_" + String(decoding: letters.prefix(40), as: UTF8.self)
    base = service.baseURL
    redacted = configuration.redact
    isBehindGateway = service.via == .gateway
    self.service = service
    // One without weight gets no calls.
    let weighted = service.endpoints.filter { $0.weight > 0 }
    let written = weighted.isEmpty ? [ServiceEndpoint(service.baseURL.origin)] : weighted
    let isOne = written.count == 1 && service.discovery == nil
    var settings = service.settings.merging(configuration.defaults).withAbsolutePaths
    // A lone endpoint is neither checked nor warmed up, since there is no other one.
    if isOne { (settings.resilience.health, settings.resilience.slowStart) = (nil, nil) }
    // What is connected to is an endpoint then (Docs/Endpoints.md).
    if !service.endpoints.isEmpty { settings.connection.unixSocket = nil }
    // As the client takes a rate that was made in code: at least one request, in some time.
    if let rate = settings.resilience.rate {
      settings.resilience.rate?.requests = rate.requests.map { max(1, $0) }
      settings.resilience.rate?.per = max(rate.per, .microseconds(1))
    }
    self.settings = settings
    timeouts = settings.timeouts.merging(.standard)
    let policies = settings.resilience
    // The presets are the plan's.
    let plan = ResiliencePlan(policies, service.endpoints, timeouts)
    retry = plan.retry
    attempt = plan.attemptTimeout.flatMap { $0 < Timeout.unlimited.length ? $0 : nil }
    let levels = Set(written.map(\.priority)).sorted()
    endpoints = written.map { endpoint in
      var endpoint = endpoint
      endpoint.priority = levels.firstIndex(of: endpoint.priority) ?? 0
      return endpoint
    }
    let found = policies.outliers ?? OutlierPolicy()
    outliers = isOne || found == .never ? nil : found
    let single = policies.breaker ?? (policies.preset == .standard ? BreakerPolicy() : nil)
    // Several without weight, or those of a file, are no lone endpoint to the client.
    let isAlone = service.endpoints.count < 2 && service.endpointsFile == nil && service.discovery == nil
    breaker = isAlone && single != .never ? single : nil
  }

  var policies: ResiliencePolicies { settings.resilience }
  var isSecure: Bool { base.origin.isSecure }
  var balance: BalancePolicy { policies.balance ?? .leastRequest }
  var hasLevels: Bool { endpoints.contains { $0.priority > 0 } }
  var hasWeights: Bool { Set(endpoints.map(\.weight)).count > 1 }
  var retries: Int { retry.attempts - 1 }

  /// The statuses that are retried, in order.
  var statuses: [Int] {
    retry.conditions.compactMap { if case .status(let status) = $0 { status.code } else { nil } }.sorted()
  }

  /// The methods that are retried although a server may have acted, in order.
  var methods: [String] {
    switch retry.methods {
    case .idempotent: ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]
    case .listed(let methods): methods.map(\.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  /// Where its calls arrive, such as `/orders/`.
  var prefix: String { "/\(PercentEncoding.encode(name, allowing: .unreserved))/" }

  /// The path of the base URL, with a slash at its end.
  var basePath: String { base.path.ends(withBytesOf: "/") ? base.path : base.path + "/" }

  /// The name that servers are asked for over TLS; an address without brackets.
  var serverName: String { settings.connection.tls?.serverName ?? base.origin.bareHost }

  /// The value of `Host`.
  var host: String { settings.headers["Host"] ?? base.origin.authority }

  /// Whether a server is named, and not given by its address.
  var hasNames: Bool {
    settings.connection.unixSocket == nil && endpoints.contains { IPAddress(address(of: $0).host) == nil }
  }

  /// The requests that may be under way; `nil` for any number.
  var concurrency: Int? { if case .fixed(let number)? = policies.concurrency { number } else { nil } }

  /// How many connections each endpoint may have of those that the service may; `nil` for any number.
  var connectionsOfEach: Int? {
    let most = [settings.maxConnections, concurrency].compactMap(\.self).min()
    return most.map { max(1, $0 / endpoints.count + ($0 % endpoints.count > 0 ? 1 : 0)) }
  }

  /// The longest silence of a server, for a proxy that knows no time of an attempt; `nil` for any.
  var silence: Duration? { [timeouts.read?.duration, attempt].compactMap(\.self).min() }

  /// The largest head of a response, in KiB: a page to a mebibyte.
  var headKilobytes: Int {
    let bytes = settings.limits.headBytes ?? ResponseLimits.standard.headBytes ?? 0
    return max(4, min(bytes / 1024 + (bytes % 1024 > 0 ? 1 : 0), 1024))
  }

  /// Where an endpoint is, as a host and a port are written.
  func place(of endpoint: ServiceEndpoint) -> String {
    let (host, port) = address(of: endpoint)
    return Self.place(host, port)
  }

  /// A host and a port, an IPv6 address in brackets.
  static func place(_ host: String, _ port: some BinaryInteger) -> String {
    host.contains(byte: ":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// Where an endpoint is: its fixed address, if it has one.
  func address(of endpoint: ServiceEndpoint) -> (host: String, port: Int) {
    let origin = endpoint.origin
    let fixed = settings.connection.fixedAddresses.first {
      $0.port == origin.port && $0.host.hasSameBytes(as: origin.host)
    }
    return (fixed?.addresses.first ?? origin.bareHost, origin.port)
  }

  /// The fields that it adds to requests which have none of their name, but for secrets: one for each name, since lines of
  /// a list are one list (RFC 9110 §5.3).
  var fields: [(name: String, value: String)] { joined.filter { !isSecret($0.name) } }

  /// The fields with secrets, the credential's last.
  var secretFields: [SecretField] {
    let headers = joined.filter { isSecret($0.name) && !FieldCharacters.equalNames($0.name, credential?.name ?? "") }
    var taken: Set<String> = []
    return (headers + (credential.map { [$0] } ?? [])).enumerated().map { index, field in
      var variable = "\(Self.capitals(id))_\(Self.capitals(field.name))"
      // `X-Key` and `X_Key` are two fields.
      while !taken.insert(variable).inserted { variable += "_\(index)" }
      return SecretField(name: field.name, value: field.value, variable: variable)
    }
  }

  private var joined: [(name: String, value: String)] {
    var joined: [(name: String, value: String)] = []
    for field in settings.headers where !FieldCharacters.equalNames(field.name, "Host") {
      if let place = joined.firstIndex(where: { FieldCharacters.equalNames($0.name, field.name) }) {
        joined[place].value += ", \(field.value)"
      } else {
        joined.append((field.name, field.value))
      }
    }
    return joined
  }

  private func isSecret(_ name: String) -> Bool {
    SensitiveNames.contains(name) || redacted.contains { FieldCharacters.equalNames($0, name) }
  }

  /// Whether the credential is a field with a fixed value.
  var hasFixedCredential: Bool { credential != nil }

  private var credential: (name: String, value: String)? {
    switch service.credential?.kind {
    case .basic(let name, let secret), .apiKey(let secret, let name, .basic):
      ("Authorization", BasicField.value(name, secret.reveal()))
    case .apiKey(let key, let name, .header): (name, key.reveal())
    case .bearer(let token): ("Authorization", "Bearer \(token.reveal())")
    case .apiKey(_, _, .query), .bearerFile, .digest, .oauth2, nil: nil
    }
  }

  /// A text as the name of an environment variable.
  private static func capitals(_ text: String) -> String {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let bytes = text.utf8.map { byte in
      letters.contains(byte) ? byte - 32 : ByteSet.identifier.contains(byte) ? byte : UInt8(ascii: "_")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The file of the secrets, for nginx.
  var secretFile: String { "\(id)_secrets.conf" }
}

extension ByteSet {
  static let identifier = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
}

extension Duration {
  /// Seconds with a fraction, as Envoy writes times; at most ten years.
  var inSeconds: String {
    let (seconds, attoseconds) = min(self, .seconds(315_360_000)).components
    let nanoseconds = String(attoseconds / 1_000_000_000)
    let fraction = (String(repeating: "0", count: 9 - nanoseconds.utf8.count) + nanoseconds)
    let digits = fraction.utf8.reversed().drop { $0 == UInt8(ascii: "0") }.reversed()
    return "\(seconds)" + (digits.isEmpty ? "" : ".\(String(decoding: digits, as: UTF8.self))") + "s"
  }

  /// Whole seconds, at least one, for what nginx counts so.
  var inWholeSeconds: String {
    let (seconds, attoseconds) = components
    return "\(min(max(1, seconds + (attoseconds > 0 ? 1 : 0)), 2_000_000))s"
  }

  /// Whole milliseconds, at least one, as HAProxy and nginx write times; at most 24 days, which both know.
  var inMilliseconds: String {
    let (seconds, attoseconds) = components
    guard seconds < 2_000_000 else { return "2000000s" }
    return "\(max(1, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))ms"
  }
}

extension ServiceSettings {
  /// The same, with paths that hold wherever the exported file is read.
  fileprivate var withAbsolutePaths: ServiceSettings {
    var settings = self
    let folder = FileManager.default.currentDirectoryPath
    func change(_ path: inout String?) {
      if let given = path, !given.begins(withBytesOf: "/") { path = "\(folder)/\(given)" }
    }
    change(&settings.connection.unixSocket)
    guard var tls = settings.connection.tls else { return settings }
    change(&tls.caFile)
    change(&tls.certificate)
    change(&tls.key)
    settings.connection.tls = tls
    return settings
  }
}
