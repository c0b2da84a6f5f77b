// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSON {
  /// The value of a member, or ``null`` where this is no object or has no such member.
  public subscript(key: String) -> JSON {
    guard case .object(let object) = self else { return .null }
    return object[key] ?? .null
  }

  /// The element at a place counted from 0, or ``null`` where this is no array or has no such place.
  public subscript(position: Int) -> JSON {
    guard case .array(let elements) = self, elements.indices.contains(position) else { return .null }
    return elements[position]
  }

  /// Whether this is ``null``.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The string, or nil where this is something else.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number as an integer, or nil where this is no number or no integer that fits.
  ///
  /// `1e2` and `100.0` are integers too.
  public var int: Int? {
    if case .number(let number) = self { number.int } else { nil }
  }

  /// The number as the nearest double, or nil where this is no number or is beyond a double's range.
  public var double: Double? {
    if case .number(let number) = self { number.double } else { nil }
  }

  /// The number with all its digits, or nil where this is something else.
  public var number: Number? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The truth value, or nil where this is something else; `0` and `"true"` are something else.
  public var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The elements, or nil where this is no array.
  public var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The object, or nil where this is something else.
  public var object: Object? {
    if case .object(let object) = self { object } else { nil }
  }
}
