// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A JSON value (RFC 8259) that keeps the order of an object's members and exact numbers.
///
/// Read it by key and index: a missing value reads as ``null``, so a chain needs no unwrapping before its end:
/// `json["value"]["joke"].string`. Build it from literals: `["id": 7, "tags": ["a", "b"], "note": nil]`.
///
/// Equality compares meaning: members in any order, numbers by value (`1` equals `1.0`), strings as Swift strings.
public enum JSON: Sendable, Hashable {
  /// The value `null`; also the result of a subscript for a missing value.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, exact.
  case number(Number)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object, with its members in order.
  case object(Object)

  /// The maximum nesting depth if none is named.
  ///
  /// It is limited, since releasing a deeper value could exhaust a thread's stack.
  package static let usualDepth = 512
  /// The largest possible depth.
  package static let depthCeiling = 2048

  /// The layout of JSON text.
  public struct WritingOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: UInt8

    /// Creates options from bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// One member or element a line, indented by two spaces a level.
    ///
    /// Without it the text has no white space.
    public static let pretty = Self(rawValue: 1)
    /// Sorts members by the code points of their keys.
    public static let sortedKeys = Self(rawValue: 2)
  }
}
