// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How values become JSON: the strategies of Foundation's `JSONEncoder`, as a value.
public struct JSONEncodingOptions: Sendable {
  /// How a `Date` is written.
  public enum Dates: Sendable {
    /// As `Date` encodes itself: seconds since 2001.
    case deferredToDate
    /// As a number of seconds since 1970.
    case secondsSince1970
    /// As a number of milliseconds since 1970.
    case millisecondsSince1970
    /// As a string of RFC 3339, such as `2026-05-06T07:08:09Z`.
    case iso8601
    /// As a closure encodes it.
    case custom(@Sendable (Date, any Encoder) throws -> Void)
  }

  /// How `Data` is written.
  public enum Bytes: Sendable {
    /// As `Data` encodes itself: an array of numbers.
    case deferredToData
    /// As a string in Base64 (RFC 4648 §4).
    case base64
    /// As a closure encodes it.
    case custom(@Sendable (Data, any Encoder) throws -> Void)
  }

  /// How infinities and NaN are written, for which JSON has no number.
  public typealias NonConformingFloats = JSONDecodingOptions.NonConformingFloats

  /// How the key of a type becomes the key of the text.
  public enum Keys: Sendable {
    /// As it is.
    case useDefaultKeys
    /// `firstName` is written as `first_name`.
    case convertToSnakeCase
    /// As a closure makes it of the path to it, itself included.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// How a `Date` is written; as `Date` encodes itself unless set.
  public var dates: Dates
  /// How `Data` is written; in Base64 unless set.
  public var bytes: Bytes
  /// How infinities and NaN are written; not at all unless set.
  public var nonConformingFloats: NonConformingFloats
  /// How the key of a type becomes the key of the text; as it is unless set.
  public var keys: Keys
  /// How the text is laid out; without white space, members in the order in which they are encoded, unless set.
  public var layout: JSON.WritingOptions
  /// What the types that are encoded find in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable]

  /// Makes options, by default the strategies of Foundation's encoder.
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
