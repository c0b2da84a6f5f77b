// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The configuration of a client: the gateway, the backend services, and the defaults.
///
/// It is usually read from a document (IBM's backend-service JSON, or this SDK's superset of it), and can also be
/// created in code. It is a value: a client keeps its copy.
public struct ResourceConfiguration: Sendable, Hashable {
  /// The adapter gateway, for relative targets without a service and for services reached through it.
  public var gateway: Gateway?
  /// The settings that the gateway and the services inherit.
  public var defaults: ServiceSettings
  /// The backend services, in the order of the document; names are unique.
  public var services: [BackendService]
  /// Further names of header fields, query items and form fields whose values are secrets; case-insensitive.
  ///
  /// They are redacted wherever this process prints them, like the names of API keys and names that suggest secrets.
  public var redact: [String]
  /// How a client that has another configuration tries this one; `nil` takes it for all calls at once.
  public var rollout: RolloutPolicy?
  /// The place of each setting; empty for a configuration created in code.
  public var places: SettingPlaces
  /// The features that it was read with; for a configuration created in code, those that serve it by their defaults.
  public var vocabulary = Vocabulary.standard

  /// Creates a configuration in code.
  public init(
    gateway: Gateway? = nil,
    defaults: ServiceSettings = ServiceSettings(),
    services: [BackendService] = [],
    redact: [String] = [],
    rollout: RolloutPolicy? = nil
  ) {
    self.gateway = gateway
    self.defaults = defaults
    self.services = services
    self.redact = redact
    self.rollout = rollout
    places = SettingPlaces()
  }

  /// An empty configuration: absolute URLs only.
  public static let empty = ResourceConfiguration()

  /// The defaults, with those of the features.
  var outermost: ServiceSettings {
    var settings = defaults
    settings.features = settings.features.merging(vocabulary.standardValues)
    return settings
  }

  /// Whether it knows no place to send to.
  var isEmpty: Bool { gateway == nil && services.isEmpty }

  /// Whether it has the same settings and rollout, wherever either was written.
  func isTheSame(as other: ResourceConfiguration) -> Bool {
    rollout == other.rollout && means(theSameAs: other)
  }

  /// Whether it has the same settings, wherever either was written, and however it comes into force.
  func means(theSameAs other: ResourceConfiguration) -> Bool {
    var (one, other) = (self, other)
    (other.rollout, other.places) = (rollout, places)
    one.forgetFileEndpoints()
    other.forgetFileEndpoints()
    return one == other
  }

  /// Leaves out the endpoints of files, which are followed while the configuration is in force.
  private mutating func forgetFileEndpoints() {
    for index in services.indices where services[index].endpointsFile != nil { services[index].endpoints = [] }
  }

  /// The names that the configuration declares secret.
  var secretNames: [String] {
    let credentials = [gateway?.credential] + services.map(\.credential)
    return redact + credentials.compactMap { $0?.secretName } + vocabulary.fields
  }
}

extension ServiceCredential {
  /// The name under which the secret itself is sent.
  fileprivate var secretName: String? {
    switch kind {
    case .apiKey(_, let name, .header), .apiKey(_, let name, .query): name
    default: nil
    }
  }
}

extension ResourceConfiguration {
  /// A short identifier of the settings for logs: the first 12 hexadecimal digits of the SHA-256 of ``redactedJSON()``.
  ///
  /// It is the same for every spelling and key order of the same settings, on every machine. It does not depend on
  /// secrets: configurations that differ only in a password have the same digest. Nor does it depend on other
  /// configurations of the process, whose ``redact`` is no part of it.
  public var digest: String {
    let text = SensitiveNames.going(by: secretNames) { redactedJSON().text(.sortedKeys) }
    return String(SHA256.hexadecimal(of: text).prefix(12))
  }

  /// The part of a document whose `${env:…}`, `${file:…}` and other files are resolved.
  ///
  /// A program that uses one service needs only that service's secrets.
  public enum ReferenceScope: Sendable, Hashable {
    /// The whole document.
    case everything
    /// One service and everything outside services; `nil` for the latter only.
    ///
    /// Other services with references are validated without them, and left out.
    case service(String?)
  }
}
