// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What settings inherit from those around them.
struct SettingsInheritance: Sendable {
  private static let standard = SettingsInheritance(from: .standard)

  /// Settings, completed by those that apply where nothing is configured.
  static func completed(_ settings: ServiceSettings) -> ServiceSettings {
    // A program without a configuration needs no table of the keys.
    settings == ServiceSettings() ? .standard : standard.completing(settings)
  }

  /// From nothing.
  static let none = SettingsInheritance(from: ServiceSettings())

  private var exchange = Inheritance<ServiceSettings>(rows: [])
  private var connection = Inheritance<ConnectionOptions>(rows: [])
  private var resilience = Inheritance<ResiliencePolicies>(rows: [])
  private let features: FeatureValues

  init(from outer: ServiceSettings) {
    features = outer.features
    guard outer != ServiceSettings() else { return }
    exchange = ConfigurationDocument.exchange.inheritance(from: outer)
    connection = ConfigurationDocument.connection.inheritance(from: outer.connection)
    resilience = ConfigurationDocument.resilience.inheritance(from: outer.resilience)
  }

  /// Settings, completed by the outer ones.
  func completing(_ settings: ServiceSettings) -> ServiceSettings {
    var settings = exchange.completing(settings)
    if !connection.isEmpty { settings.connection = connection.completing(settings.connection) }
    if !resilience.isEmpty { settings.resilience = resilience.completing(settings.resilience) }
    settings.features = settings.features.merging(features)
    return settings
  }
}

/// What the services of a configuration inherit.
struct SettingsInheritances: Sendable {
  /// From the defaults.
  let direct: SettingsInheritance
  private let behindGateway: SettingsInheritance

  init(_ defaults: ServiceSettings, _ gateway: Gateway?) {
    direct = SettingsInheritance(from: defaults)
    behindGateway = gateway.map { [direct] in SettingsInheritance(from: direct.completing($0.settings)) } ?? direct
  }

  /// What a service inherits: behind the gateway, the gateway's settings come first.
  func of(_ service: BackendService) -> SettingsInheritance { service.via == .gateway ? behindGateway : direct }
}

extension Timeouts {
  /// These timeouts; each that is `nil` inherits from `outer`.
  package func merging(_ outer: Timeouts) -> Timeouts {
    ConfigurationDocument.timeouts.inheritance(from: outer).completing(self)
  }
}

extension ResponseLimits {
  /// These limits; each that is `nil` inherits from `outer`.
  package func merging(_ outer: ResponseLimits) -> ResponseLimits {
    ConfigurationDocument.limits.inheritance(from: outer).completing(self)
  }
}
