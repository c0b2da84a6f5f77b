// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How JSON becomes values: the strategies of Foundation's `JSONDecoder`, as a value.
///
/// ```swift
/// let options = JSONDecodingOptions(dates: .iso8601, keys: .convertFromSnakeCase)
/// let user = try await client.value(User.self, for: request, by: JSONResponseDecoder(options))
/// ```
public struct JSONDecodingOptions: Sendable {
  /// How a `Date` is written.
  public enum Dates: Sendable {
    /// As `Date` decodes itself: seconds since 2001.
    case deferredToDate
    /// As a number of seconds since 1970.
    case secondsSince1970
    /// As a number of milliseconds since 1970.
    case millisecondsSince1970
    /// As a string of RFC 3339, such as `2026-05-06T07:08:09Z`.
    case iso8601
    /// As a closure decodes it.
    case custom(@Sendable (any Decoder) throws -> Date)
  }

  /// How `Data` is written.
  public enum Bytes: Sendable {
    /// As `Data` decodes itself: an array of numbers.
    case deferredToData
    /// As a string in Base64 (RFC 4648 §4).
    case base64
    /// As a closure decodes it.
    case custom(@Sendable (any Decoder) throws -> Data)
  }

  /// How infinities and NaN are written, for which JSON has no number.
  public enum NonConformingFloats: Sendable, Hashable {
    /// Not at all: a string is no number.
    case refuse
    /// As these strings.
    case strings(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  /// How a key of the text becomes the key a type asks for.
  public enum Keys: Sendable {
    /// As it is.
    case useDefaultKeys
    /// `first_name` is asked for as `firstName`; underscores at the ends stay.
    case convertFromSnakeCase
    /// As a closure makes it of the path to it, itself included.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// How a `Date` is written; as `Date` decodes itself unless set.
  public var dates: Dates
  /// How `Data` is written; in Base64 unless set.
  public var bytes: Bytes
  /// How infinities and NaN are written; not at all unless set.
  public var nonConformingFloats: NonConformingFloats
  /// How a key of the text becomes the key a type asks for; as it is unless set.
  public var keys: Keys
  /// What the types that are decoded find in their decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable]
  /// Whether JSON5 is read (comments, trailing commas, single quotes, …), by Foundation's decoder.
  public var allowsJSON5: Bool
  /// How many arrays and objects may be open at once; 512 unless set, ``JSON/ReadingOptions/depthCeiling`` at most.
  public var maximumDepth: Int

  /// Makes options, by default those of Foundation's decoder.
  public init(
    dates: Dates = .deferredToDate,
    bytes: Bytes = .base64,
    nonConformingFloats: NonConformingFloats = .refuse,
    keys: Keys = .useDefaultKeys,
    userInfo: [CodingUserInfoKey: any Sendable] = [:],
    allowsJSON5: Bool = false,
    maximumDepth: Int = 512
  ) {
    self.dates = dates
    self.bytes = bytes
    self.nonConformingFloats = nonConformingFloats
    self.keys = keys
    self.userInfo = userInfo
    self.allowsJSON5 = allowsJSON5
    self.maximumDepth = maximumDepth
  }
}
