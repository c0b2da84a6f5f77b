// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceStream {
  /// The elements of a JSON array, decoded one by one while the body arrives.
  ///
  /// ```swift
  /// for try await order in stream.elements(of: Order.self, at: ["data", "orders"]) { … }
  /// ```
  /// The body is the array, an object that contains it, or a sequence of values, such as newline-delimited JSON.
  /// Members outside the path are skipped and not validated. An element that does not fit the type, such as by a
  /// missing field, ends the sequence with an error that names the element.
  ///
  /// - Parameters:
  ///   - type: the type of the elements; ``JSON`` for any value.
  ///   - path: the names of the members that lead to the array; empty if the body is the array.
  ///   - limit: the largest element in bytes.
  ///   - decoder: decodes the elements.
  /// - Returns: the elements, for one reader.
  public func elements<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self,
    at path: [String] = [],
    limit: Int = 1 << 20,
    by decoder: ResourceJSONDecoder = ResourceJSONDecoder()
  ) -> JSONElements<Value> {
    JSONElements(
      open: { self },
      path: path,
      limit: limit,
      decode: ResourceStream.exact { try decoder.decode(type, from: $0) }
    )
  }
}
