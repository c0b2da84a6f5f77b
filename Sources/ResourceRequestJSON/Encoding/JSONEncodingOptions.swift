// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Options for encoding JSON: the strategies of Foundation's `JSONEncoder`, as a value.
public struct JSONEncodingOptions: Sendable {
  /// The form of a `Date`.
  public enum Dates: Sendable {
    /// The `Encodable` conformance of `Date`: seconds since 2001.
    case deferredToDate
    /// Seconds since 1970.
    case secondsSince1970
    /// Milliseconds since 1970.
    case millisecondsSince1970
    /// A string of RFC 3339, such as `2026-05-06T07:08:09Z`.
    case iso8601
    /// Encoded by a closure.
    case custom(@Sendable (Date, any Encoder) throws -> Void)
  }

  /// The form of `Data`.
  public enum Bytes: Sendable {
    /// The `Encodable` conformance of `Data`: an array of numbers.
    case deferredToData
    /// A Base64 string (RFC 4648 §4).
    case base64
    /// Encoded by a closure.
    case custom(@Sendable (Data, any Encoder) throws -> Void)
  }

  /// The form of infinities and NaN, for which JSON has no numbers.
  public typealias NonConformingFloats = JSONDecodingOptions.NonConformingFloats

  /// How keys of a type are mapped to keys of the text.
  public enum Keys: Sendable {
    /// Unchanged.
    case useDefaultKeys
    /// To snake_case: `firstName` becomes `first_name`.
    case convertToSnakeCase
    /// Mapped by a closure, which gets the path of keys.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// The form of a `Date`; by default its `Encodable` conformance.
  public var dates: Dates
  /// The form of `Data`; Base64 by default.
  public var bytes: Bytes
  /// The form of infinities and NaN; refused by default.
  public var nonConformingFloats: NonConformingFloats
  /// How keys are mapped; unchanged by default.
  public var keys: Keys
  /// The layout; by default without white space, with members in the order in which they are encoded.
  public var layout: JSON.WritingOptions
  /// The `userInfo` of the encoder.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates options; by default with the strategies of Foundation's encoder.
  public init(
    dates: Dates = .deferredToDate,
    bytes: Bytes = .base64,
    nonConformingFloats: NonConformingFloats = .refuse,
    keys: Keys = .useDefaultKeys,
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
}
