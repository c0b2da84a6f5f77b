// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSON {
  /// The value of a member, or ``null`` if this is not an object or has no such member.
  public subscript(key: String) -> JSON {
    guard case .object(let object) = self else { return .null }
    return object[key] ?? .null
  }

  /// The element at a position, from 0, or ``null`` if this is not an array or has no such element.
  public subscript(position: Int) -> JSON {
    guard case .array(let elements) = self, elements.indices.contains(position) else { return .null }
    return elements[position]
  }

  /// Whether this is ``null``.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The string; `nil` for any other value.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number as an integer; `nil` if it is not a number, or not an integer that fits.
  ///
  /// `1e2` and `100.0` are integers too.
  public var int: Int? {
    if case .number(let number) = self { number.int } else { nil }
  }

  /// The number as the nearest double; `nil` if it is not a number, or is out of range.
  public var double: Double? {
    if case .number(let number) = self { number.double } else { nil }
  }

  /// The number with all its digits; `nil` for any other value.
  public var number: Number? {
    if case .number(let number) = self { number } else { nil }
  }

  /// The boolean; `nil` for any other value, such as `0` and `"true"`.
  public var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The elements; `nil` if this is not an array.
  public var array: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The object; `nil` for any other value.
  public var object: Object? {
    if case .object(let object) = self { object } else { nil }
  }
}
