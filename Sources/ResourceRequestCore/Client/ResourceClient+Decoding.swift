// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// Decodes a response, as the client's options say where the call's decoder says nothing.
  package func decode<Value: Decodable>(
    _ response: ResourceResponse,
    as type: Value.Type,
    by decoder: some ResponseDecoder,
    for service: String?
  ) throws -> Value {
    guard let json = decoder as? JSONResponseDecoder, json.isInheriting else {
      return try response.decode(type, by: decoder)
    }
    guard let other = options.decoder(for: service), (other as? JSONResponseDecoder)?.isInheriting != true else {
      return try response.decode(type, by: options.jsonDecoder(for: service))
    }
    return try response.decode(type, by: other)
  }
}

extension ClientOptions {
  /// What code sets for a service.
  func options(of service: String?) -> ServiceOptions? { service.flatMap { services[$0] } }

  /// What decodes the responses of a service where a call names nothing; `nil` for JSON.
  func decoder(for service: String?) -> (any ResponseDecoder)? { options(of: service)?.decoder ?? decoder }

  /// How the JSON of a service becomes values, of streams too: by the innermost decoder that is one of JSON.
  package func jsonDecoder(for service: String?) -> ResourceJSONDecoder {
    options(of: service)?.decoder as? ResourceJSONDecoder ?? decoder as? ResourceJSONDecoder ?? ResourceJSONDecoder()
  }

  /// Whether requests are sent as they are made: no parameter is common to all, and no encoder is named for bodies.
  var addsNothing: Bool {
    defaultParameters.isEmpty && encoder == nil && services.values.allSatisfy { $0.encoder == nil }
  }

  /// What encodes values for bodies of a service; `nil` for the standard way.
  func encoder(for service: String?) -> ResourceJSONEncoder? { options(of: service)?.encoder ?? encoder }
}
