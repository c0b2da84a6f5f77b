// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Something in a configuration that is valid but probably a mistake.
public struct ConfigurationWarning: Sendable, Hashable, CustomStringConvertible {
  /// The name of the service.
  public let service: String
  /// The place; `nil` for a configuration created in code.
  public let place: SourcePlace?
  /// The effect and what to write instead, as a phrase without a period.
  public let message: String

  /// `file:line:column: message`, for where the service is known.
  var text: String { (place.map { "\($0): " } ?? "") + message }

  /// `file:line:column: warning: service "name": message`.
  public var description: String {
    (place.map { "\($0): " } ?? "") + "warning: service \"\(Redaction.reference(service))\": \(message)"
  }
}

extension ResourceConfiguration {
  /// The warnings, in the order of the services.
  public var warnings: [ConfigurationWarning] {
    let inheritance = SettingsInheritances(defaults, gateway)
    return services.flatMap { service in
      let above = service.via == .gateway ? [["gateway"], ["defaults"]] : [["defaults"]]
      return unreachable(service)
        + ResilienceAdvice.all(for: service, inheritance.of(service)).map { advice in
          let paths = ([["services", service.name]] + above).map { $0 + [advice.key] }
          let place = paths.lazy.compactMap { places[path: $0] }.first ?? places[path: ["services", service.name]]
          return ConfigurationWarning(service: service.name, place: place, message: advice.message)
        }
    }
  }

  /// A service behind a gateway that is missing here, though an overlay may have it.
  private func unreachable(_ service: BackendService) -> [ConfigurationWarning] {
    guard service.via == .gateway, gateway == nil else { return [] }
    let place = places[path: ["services", service.name, "via"]] ?? places[path: ["services", service.name]]
    let message = "it goes through the gateway, and none is configured; write \"gateway\" with its \"serverURL\""
    return [ConfigurationWarning(service: service.name, place: place, message: message)]
  }
}
