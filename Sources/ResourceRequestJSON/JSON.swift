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
}
