// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decodes JSON bodies with Foundation's `JSONDecoder`.
///
/// Of a key that comes twice in one object the last value counts, as in ``ResourceResponse/json`` and for `JSON.parse` of
/// JavaScript.
public struct JSONResponseDecoder: ResponseDecoder {
  private let makeDecoder: @Sendable () -> JSONDecoder

  /// A decoder with Foundation's defaults, or with those set in a closure.
  public init(_ configure: @escaping @Sendable (JSONDecoder) -> Void = { _ in }) {
    makeDecoder = {
      let decoder = JSONDecoder()
      configure(decoder)
      return decoder
    }
  }

  /// Decodes the body of an answer.
  ///
  /// - Throws: `DecodingError`; where the body is no JSON, with a ``JSONSyntaxError`` beneath that says where.
  public func decode<Value: Decodable>(_ type: Value.Type, from response: ResourceResponse) throws -> Value {
    try makeDecoder().decodeLastKeys(type, from: response.data)
  }
}
