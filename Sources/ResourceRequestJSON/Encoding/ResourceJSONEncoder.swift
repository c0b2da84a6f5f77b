// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// Encodes `Encodable` values as JSON straight into bytes, several times as fast as Foundation's `JSONEncoder`.
///
/// It builds no tree: what a type encodes is written at once. Members keep the order in which they are encoded, unless
/// ``layout`` sorts them; the last value of a repeated key counts. `Docs/JSON.md` lists how it equals Foundation's
/// encoder and how it differs.
public struct ResourceJSONEncoder: Sendable {
  /// The form of a `Date`; by default its `Encodable` conformance.
  ///
  /// `.iso8601` is a string of RFC 3339, such as `2026-05-06T07:08:09Z`.
  public var dates: JSONEncoder.DateEncodingStrategy
  /// The form of `Data`; Base64 (RFC 4648 §4) by default.
  public var bytes: JSONEncoder.DataEncodingStrategy
  /// The form of infinities and NaN, for which JSON has no numbers; refused by default.
  public var nonConformingFloats: JSONEncoder.NonConformingFloatEncodingStrategy
  /// How keys of a type are mapped to keys of the text; unchanged by default.
  public var keys: JSONEncoder.KeyEncodingStrategy
  /// The layout; by default without white space, with members in the order in which they are encoded.
  public var layout: JSON.WritingOptions
  /// The `userInfo` of the encoder.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates an encoder; by default with the strategies of Foundation's.
  public init(
    dates: JSONEncoder.DateEncodingStrategy = .deferredToDate,
    bytes: JSONEncoder.DataEncodingStrategy = .base64,
    nonConformingFloats: JSONEncoder.NonConformingFloatEncodingStrategy = .throw,
    keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys,
    layout: JSON.WritingOptions = [],
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.dates = dates
    self.bytes = bytes
    self.nonConformingFloats = nonConformingFloats
    self.keys = keys
    self.layout = layout
    self.userInfo = userInfo
  }

  /// Encodes a value as UTF-8 text.
  ///
  /// - Throws: `EncodingError`, such as for infinities and NaN, or if the value encodes nothing; or an error of its
  ///   `encode(to:)`.
  public func encode(_ value: some Encodable) throws -> Data {
    let state = JSONEncodingState(self)
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
