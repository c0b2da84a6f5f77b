// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates ``null``.
  public init(nilLiteral: ()) {
    self = .null
  }

  /// Creates a boolean.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }

  /// Creates an integer.
  public init(integerLiteral value: Int64) {
    self = .number(Number(value))
  }

  /// Creates a number with a fraction.
  public init(floatLiteral value: Double) {
    self = JSON(value)
  }

  /// Creates a string.
  public init(stringLiteral value: String) {
    self = .string(value)
  }

  /// Creates an array.
  public init(arrayLiteral elements: JSON...) {
    self = .array(elements)
  }

  /// Creates an object, which keeps the order; the last value of a repeated key counts.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Object(elements.lazy.map { (key: $0, value: $1) }))
  }
}

extension JSON {
  /// Creates a string.
  public init(_ value: String) {
    self = .string(value)
  }

  /// Creates a boolean.
  public init(_ value: Bool) {
    self = .bool(value)
  }

  /// Creates an integer; one beyond 64 bits keeps all its digits.
  public init(_ value: some BinaryInteger) {
    self = .number(Number(value))
  }

  /// Creates a number; infinities and NaN, for which JSON has no text, become ``null`` as in JavaScript.
  public init(_ value: Double) {
    self = Number(value).map(JSON.number) ?? .null
  }
}
