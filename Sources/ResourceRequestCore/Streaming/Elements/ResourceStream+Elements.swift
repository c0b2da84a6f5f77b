// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceStream {
  /// The elements of a JSON array, decoded one by one while the body arrives.
  ///
  /// ```swift
  /// for try await order in stream.elements(of: Order.self, at: ["data", "orders"]) { … }
  /// ```
  /// The body is the array, or an object with the array in it, or values that follow one another, such as
  /// newline-delimited JSON. Members beside the path are passed over and not checked; a number too large or a missing
  /// field in an element ends the sequence with an error that names the element.
  ///
  /// - Parameters:
  ///   - type: what each element is decoded as; ``JSON`` for any value.
  ///   - path: the names of the members that lead to the array; empty where the body is the array.
  ///   - limit: the most bytes an element may have.
  ///   - decoder: how elements are decoded.
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
