// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Options for decoding JSON: the strategies of Foundation's `JSONDecoder`, as a value.
///
/// ```swift
/// let options = JSONDecodingOptions(dates: .iso8601, keys: .convertFromSnakeCase)
/// let user = try await client.value(User.self, for: request, by: JSONResponseDecoder(options))
/// ```
public struct JSONDecodingOptions: Sendable {
  /// The form of a `Date`.
  public enum Dates: Sendable {
    /// The `Decodable` conformance of `Date`: seconds since 2001.
    case deferredToDate
    /// Seconds since 1970.
    case secondsSince1970
    /// Milliseconds since 1970.
    case millisecondsSince1970
    /// A string of RFC 3339, such as `2026-05-06T07:08:09Z`.
    case iso8601
    /// Decoded by a closure.
    case custom(@Sendable (any Decoder) throws -> Date)
  }

  /// The form of `Data`.
  public enum Bytes: Sendable {
    /// The `Decodable` conformance of `Data`: an array of numbers.
    case deferredToData
    /// A Base64 string (RFC 4648 §4).
    case base64
    /// Decoded by a closure.
    case custom(@Sendable (any Decoder) throws -> Data)
  }

  /// The form of infinities and NaN, for which JSON has no numbers.
  public enum NonConformingFloats: Sendable, Hashable {
    /// Refused: a string is not a number.
    case refuse
    /// These strings.
    case strings(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  /// How keys of the text are mapped to the keys of a type.
  public enum Keys: Sendable {
    /// Unchanged.
    case useDefaultKeys
    /// From snake_case: `first_name` becomes `firstName`; leading and trailing underscores stay.
    case convertFromSnakeCase
    /// Mapped by a closure, which gets the path of keys.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// The form of a `Date`; by default its `Decodable` conformance.
  public var dates: Dates
  /// The form of `Data`; Base64 by default.
  public var bytes: Bytes
  /// The form of infinities and NaN; refused by default.
  public var nonConformingFloats: NonConformingFloats
  /// How keys are mapped; unchanged by default.
  public var keys: Keys
  /// The `userInfo` of the decoder.
  public var userInfo: [CodingUserInfoKey: any Sendable]
  /// Whether to accept JSON5 (https://spec.json5.org: comments, trailing commas, single quotes, …).
  ///
  /// Its `Infinity` and `NaN` are refused unless ``nonConformingFloats`` names strings for them.
  public var allowsJSON5: Bool
  /// The maximum nesting depth; 512 by default.
  public var maximumDepth: Int

  /// Creates options; by default those of Foundation's decoder.
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

extension JSONDecodingOptions.Keys {
  /// The last key of a path as types ask for it.
  func converted(_ path: [any CodingKey]) -> any CodingKey {
    guard let key = path.last else { return JSONPathKey(stringValue: "") }
    switch self {
    case .useDefaultKeys: return key
    case .convertFromSnakeCase: return JSONPathKey(stringValue: SnakeCase.camelCased(key.stringValue))
    case .custom(let convert): return convert(path)
    }
  }
}
