// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// A service with what it inherits, as an export reads it.
///
/// Pure.
struct ExportedService: Sendable {
  /// A field with a secret value.
  struct SecretField {
    let name: String
    let value: String
  }

  let name: String
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

  init(_ service: BackendService, number: Int, in configuration: ResourceConfiguration) {
    name = service.name
    let letters = service.name.utf8.map { ByteSet.identifier.contains($0) ? $0 : UInt8(ascii: "_") }
    id = "s\(number)_" + String(decoding: letters.prefix(40), as: UTF8.self)
    base = service.baseURL
    isBehindGateway = service.via == .gateway
    self.service = service
    settings = service.settings.merging(configuration.defaults)
    timeouts = settings.timeouts.merging(.standard)
    let policies = settings.resilience
    let isStandard = policies.preset == .standard
    retry = policies.retry ?? (isStandard && policies.hedge == nil ? .standard : .never)
    attempt = timeouts.attempt.map(\.duration) ?? (isStandard ? timeouts.total?.duration.map { $0 / 3 } : nil)
    let written = service.endpoints.isEmpty ? [ServiceEndpoint(service.baseURL.origin)] : service.endpoints
    let levels = Set(written.map(\.priority)).sorted()
    endpoints = written.map { endpoint in
      var endpoint = endpoint
      endpoint.priority = levels.firstIndex(of: endpoint.priority) ?? 0
      return endpoint
    }
    let isOne = endpoints.count == 1 && service.discovery == nil
    let found = policies.outliers ?? OutlierPolicy()
    outliers = isOne || found == .never ? nil : found
    let single = policies.breaker ?? (isStandard ? BreakerPolicy() : nil)
    breaker = isOne && single != .never ? single : nil
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

  /// The name that servers are asked for over TLS.
  var serverName: String { settings.connection.tls?.serverName ?? base.origin.host }

  /// Where an endpoint is: its fixed address, if it has one.
  func address(of endpoint: ServiceEndpoint) -> (host: String, port: Int) {
    let origin = endpoint.origin
    let fixed = settings.connection.fixedAddresses.first {
      $0.port == origin.port && $0.host.hasSameBytes(as: origin.host)
    }
    let host = fixed?.addresses.first ?? origin.host
    return (host.begins(withBytesOf: "[") ? String(host.dropFirst().dropLast()) : host, origin.port)
  }

  /// The field that carries its credential, if that is one with a fixed value.
  var secretField: SecretField? {
    func basic(_ name: String, _ password: Secret) -> SecretField {
      let text = Data("\(name):\(password.reveal())".utf8).base64EncodedString()
      return SecretField(name: "Authorization", value: "Basic \(text)")
    }
    switch service.credential?.kind {
    case .basic(let username, let password): return basic(username, password)
    case .apiKey(let key, let name, .basic): return basic(name, key)
    case .apiKey(let key, let name, .header): return SecretField(name: name, value: key.reveal())
    case .bearer(let token): return SecretField(name: "Authorization", value: "Bearer \(token.reveal())")
    case .apiKey(_, _, .query), .bearerFile, .digest, .oauth2, nil: return nil
    }
  }

  /// The environment variable of the credential.
  var secretVariable: String {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let capitals = id.utf8.map { letters.contains($0) ? $0 - 32 : $0 }
    return String(decoding: capitals, as: UTF8.self) + "_CREDENTIAL"
  }

  /// The file of the credential, for nginx.
  var secretFile: String { "\(id)_credential.conf" }
}

extension ByteSet {
  fileprivate static let identifier = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
}

extension Duration {
  /// Seconds with a fraction, as Envoy writes times.
  var inSeconds: String {
    let (seconds, attoseconds) = components
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
