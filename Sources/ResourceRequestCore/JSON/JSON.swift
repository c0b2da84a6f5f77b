// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A JSON value (RFC 8259) that keeps what was written: the order of an object's members and the exact number.
///
/// Read it by key and index; whatever is absent reads as ``null``, so a chain needs no unwrapping until its end:
/// `json["value"]["joke"].string`. Build it from literals: `["id": 7, "tags": ["a", "b"], "note": nil]`.
///
/// Two values are equal when they mean the same: members compare without regard to order, numbers by value
/// (`1` equals `1.0`), strings as Swift strings do.
public enum JSON: Sendable, Hashable {
  /// The value `null`; also what a subscript answers for something that is not there.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, kept exactly.
  case number(Number)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object, its members in the order they were written or added.
  case object(Object)
}
