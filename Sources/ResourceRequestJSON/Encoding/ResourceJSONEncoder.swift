// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Encodes `Encodable` values as JSON straight into bytes, several times as fast as Foundation's `JSONEncoder`.
///
/// It builds no tree: what a type encodes is written at once. Members keep the order in which they are encoded, unless
/// ``JSONEncodingOptions/layout`` sorts them; the last value of a repeated key counts. `Docs/JSON.md` lists how it
/// equals Foundation's encoder and how it differs.
public struct ResourceJSONEncoder: Sendable {
  /// The options.
  public var options: JSONEncodingOptions

  /// Creates an encoder; by default with the strategies of Foundation's.
  public init(_ options: JSONEncodingOptions = JSONEncodingOptions()) {
    self.options = options
  }

  /// Encodes a value as UTF-8 text.
  ///
  /// - Throws: `EncodingError`, such as for infinities and NaN, or if the value encodes nothing; or an error of its
  ///   `encode(to:)`.
  public func encode(_ value: some Encodable) throws -> Data {
    let state = JSONEncodingState(options)
    try state.encode(value)
    guard state.count > 0 else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(codingPath: [], debugDescription: "\(type(of: value)) did not encode any values.")
      )
    }
    try state.fillGaps()
    return state.takeText()
  }
}
