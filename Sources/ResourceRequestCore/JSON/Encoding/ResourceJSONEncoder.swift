// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Encodes `Encodable` values as JSON straight into bytes, several times as fast as Foundation's `JSONEncoder`.
///
/// No tree is built: what a type encodes is written at once. Members stand in the order in which they are encoded, unless
/// ``JSONEncodingOptions/layout`` sorts them; of a key that is encoded twice, the last value counts. `Docs/JSON.md` says
/// where it does as Foundation's encoder and where not.
public struct ResourceJSONEncoder: Sendable {
  /// How values become JSON.
  public var options: JSONEncodingOptions

  /// Makes an encoder, by default with the strategies of Foundation's.
  public init(_ options: JSONEncodingOptions = JSONEncodingOptions()) {
    self.options = options
  }

  /// Encodes a value as a text in UTF-8.
  ///
  /// - Throws: `EncodingError`, as for infinities and NaN, or where the value encodes nothing; or what its `encode(to:)`
  ///   throws.
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
