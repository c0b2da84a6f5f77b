// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension SettingLayers {
  /// The layers of a request: itself, its service, the gateway, the defaults.
  init(for request: ResourceRequest, at destination: Destination, in configuration: ResourceConfiguration) {
    var layers = [Layer(.call, at: nil, request.ownSettings)]
    if let name = destination.service,
      let service = configuration.services.first(where: { $0.name.hasSameBytes(as: name) })
    {
      layers.append(Layer(.service, at: ["services", name], service.settings))
    }
    if destination.isAtGateway, let gateway = configuration.gateway {
      layers.append(Layer(.gateway, at: ["gateway"], gateway.settings))
    }
    layers.append(Layer(.defaults, at: ["defaults"], configuration.defaults))
    self.init(layers, configuration.places)
  }

  /// The settings of all layers for a destination, with the standard values below the destination's own.
  func effective(at destination: Destination) -> ServiceSettings {
    layers.first?.settings.merging(destination.settings) ?? destination.settings
  }
}

extension ResourceRequest {
  /// The settings that the request itself makes, as a configuration would.
  fileprivate var ownSettings: ServiceSettings {
    var settings = ServiceSettings(
      timeouts: timeouts,
      redirects: redirects,
      limits: limits,
      httpVersion: httpVersion,
      expectContinue: expectContinue,
      requestCompression: compression
    )
    settings.resilience.retry = overrides?.value.retry
    settings.resilience.hedge = overrides?.value.hedge
    settings.resilience.criticality = overrides?.value.criticality
    return settings
  }
}
