// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Where requests go and how: the gateway, the backend services, and what holds for all of them.
///
/// Usually read from a document (IBM's backend-service JSON, or this SDK's superset of it); it may as well be made in
/// code. It is a value: a client takes it once and never sees later changes.
public struct ResourceConfiguration: Sendable, Hashable {
  /// The adapter gateway that relative URLs go to, and services that are not reached directly.
  public var gateway: Gateway?
  /// What holds for every request unless the gateway or service, or the request itself, says otherwise.
  public var defaults: ServiceSettings
  /// The backend services, in the order of the document; no two have one name.
  public var services: [BackendService]
  /// The names of further header fields, query items and form fields whose values are secrets, in any case.
  ///
  /// They are hidden wherever this process prints them, as are the names of API keys and those that say so themselves.
  public var redact: [String]
  /// How it comes into force where a client has another one; `nil` for all calls at once.
  public var rollout: RolloutPolicy?
  /// Where each setting was written; empty for a configuration made in code.
  public var places: SettingPlaces

  /// Makes a configuration in code.
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

  /// No gateway, no services: absolute URLs only.
  public static let empty = ResourceConfiguration()

  /// Whether it knows no place to send to.
  var isEmpty: Bool { gateway == nil && services.isEmpty }

  /// Whether it is the same one, wherever either was written.
  func isTheSame(as other: ResourceConfiguration) -> Bool {
    rollout == other.rollout && means(theSameAs: other)
  }

  /// Whether it asks for nothing else than another one, wherever either was written and however it comes into force.
  func means(theSameAs other: ResourceConfiguration) -> Bool {
    var other = other
    (other.rollout, other.places) = (rollout, places)
    return self == other
  }

  /// The names that the configuration says are those of secrets.
  var secretNames: [String] {
    let credentials = [gateway?.credential] + services.map(\.credential)
    return redact + credentials.compactMap { $0?.secretName }
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
