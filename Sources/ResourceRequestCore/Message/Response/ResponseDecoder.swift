// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decodes a response into a value: JSON, or a format of your own.
public protocol ResponseDecoder: Sendable {
  /// Decodes the body of a response.
  ///
  /// - Throws: an error that describes what is wrong with the body; it becomes the cause of a ``ResourceError``.
  func decode<Value: Decodable>(_ type: Value.Type, from response: ResourceResponse) throws -> Value
}
