// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ClientOptions {
  /// What code sets for a service, which a request may name with one leading `/`.
  func options(of service: String?) -> ServiceOptions? {
    guard let service else { return nil }
    return services[service]
      ?? (service.utf8.first == UInt8(ascii: "/") ? services[String(service.trimmingOneSlash)] : nil)
  }

  /// What decodes the responses of a service where a call names nothing.
  package func decoders(for service: String?) -> ChosenDecoders {
    let own = options(of: service)?.decoder
    return ChosenDecoders(
      own ?? decoder,
      json: own as? ResourceJSONDecoder ?? decoder as? ResourceJSONDecoder ?? ResourceJSONDecoder()
    )
  }

  /// Whether requests are sent as they are made: no parameter is common to all, and no encoder is named for bodies.
  var addsNothing: Bool {
    defaultParameters.isEmpty && encoder == nil && services.values.allSatisfy { $0.encoder == nil }
  }

  /// What encodes values for bodies of a service; `nil` for the standard way.
  func encoder(for service: String?) -> ResourceJSONEncoder? { options(of: service)?.encoder ?? encoder }
}
