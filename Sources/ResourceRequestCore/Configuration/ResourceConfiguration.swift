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
  /// Where each setting was written; empty for a configuration made in code.
  public var places: SettingPlaces

  /// Makes a configuration in code.
  public init(gateway: Gateway? = nil, defaults: ServiceSettings = ServiceSettings(), services: [BackendService] = []) {
    self.init(gateway: gateway, defaults: defaults, services: services, places: SettingPlaces())
  }

  init(gateway: Gateway?, defaults: ServiceSettings, services: [BackendService], places: SettingPlaces) {
    self.gateway = gateway
    self.defaults = defaults
    self.services = services
    self.places = places
  }

  /// No gateway, no services: absolute URLs only.
  public static let empty = ResourceConfiguration()
}
