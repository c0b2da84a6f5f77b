// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ResourceStream {
  /// The values of newline-delimited JSON (JSON Lines), one a line, decoded by a Foundation decoder; blank lines are
  /// skipped.
  ///
  /// - Parameters:
  ///   - type: the type of each line; ``JSON`` for any value.
  ///   - limit: the longest line in bytes.
  ///   - decoder: the decoder.
  /// - Returns: the values, as they arrive. The first invalid line ends them with an error that names it.
  public func jsonLines<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self,
    limit: Int = 1 << 20,
    by decoder: JSONDecoder
  ) -> JSONTexts<Value> {
    texts(.lines, limit) { try decoder.decodeLastKeys(type, from: $0) }
  }

  /// The values of a JSON text sequence (`application/json-seq`, RFC 7464), decoded by a Foundation decoder.
  ///
  /// - Parameters:
  ///   - type: the type of each text; ``JSON`` for any value.
  ///   - limit: the longest text in bytes.
  ///   - skipsMalformed: whether to skip a text that is malformed or may be truncated; otherwise it ends the values
  ///     with an error that names it.
  ///   - decoder: the decoder.
  /// - Returns: the values, as they arrive.
  public func jsonSequence<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self,
    limit: Int = 1 << 20,
    skipsMalformed: Bool = false,
    by decoder: JSONDecoder
  ) -> JSONTexts<Value> {
    texts(.sequence(skipsMalformed: skipsMalformed), limit) { try decoder.decodeLastKeys(type, from: $0) }
  }
}
