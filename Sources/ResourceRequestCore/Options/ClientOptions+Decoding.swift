// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ClientOptions {
  /// How the JSON responses of a service become values.
  func decoding(for service: String?) -> JSONDecodingOptions {
    service.flatMap { serviceDecoding[$0] } ?? decoding
  }

  /// What decodes the responses of a service where a call names nothing; `nil` for JSON by ``decoding(for:)``.
  func decoder(for service: String?) -> (any ResponseDecoder)? {
    if let service, serviceDecoding[service] != nil || serviceDecoders[service] != nil {
      return serviceDecoders[service]
    }
    return decoder
  }

  /// Whether requests are sent as they are made: no parameter is common to all, and no encoding is named for bodies.
  var addsNothing: Bool { defaultParameters.isEmpty && encoding == nil && serviceEncoding.isEmpty }

  /// How values for bodies of a service become JSON; `nil` for the standard way.
  func encoding(for service: String?) -> JSONEncodingOptions? {
    guard encoding != nil || !serviceEncoding.isEmpty else { return nil }
    return service.flatMap { serviceEncoding[$0] } ?? encoding
  }
}
