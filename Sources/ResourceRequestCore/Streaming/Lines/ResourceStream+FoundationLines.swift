// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ResourceStream {
  /// The values of newline-delimited JSON (JSON Lines), one a line, by a decoder of Foundation's; blank lines are passed
  /// over.
  ///
  /// - Parameters:
  ///   - type: what each line is decoded as; ``JSON`` for any value.
  ///   - limit: the most bytes a line may have.
  ///   - decoder: how they are decoded.
  /// - Returns: the values, as they come in. The first line that is none ends them with an error that names it.
  public func jsonLines<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self,
    limit: Int = 1 << 20,
    by decoder: JSONDecoder
  ) -> JSONTexts<Value> {
    texts(.lines, limit) { try decoder.decodeLastKeys(type, from: $0) }
  }

  /// The values of a JSON text sequence (`application/json-seq`, RFC 7464), by a decoder of Foundation's.
  ///
  /// - Parameters:
  ///   - type: what each text is decoded as; ``JSON`` for any value.
  ///   - limit: the most bytes a text may have.
  ///   - skipsMalformed: whether a text that is broken, or may have been cut off, is passed over; otherwise it ends the
  ///     values with an error that names it.
  ///   - decoder: how they are decoded.
  /// - Returns: the values, as they come in.
  public func jsonSequence<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self,
    limit: Int = 1 << 20,
    skipsMalformed: Bool = false,
    by decoder: JSONDecoder
  ) -> JSONTexts<Value> {
    texts(.sequence(skipsMalformed: skipsMalformed), limit) { try decoder.decodeLastKeys(type, from: $0) }
  }
}
