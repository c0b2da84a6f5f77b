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
