// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ClientOptions {
  /// How the JSON responses of a service become values.
  func decoding(for service: String?) -> JSONDecodingOptions {
    service.flatMap { serviceDecoding[$0] } ?? decoding
  }
}
