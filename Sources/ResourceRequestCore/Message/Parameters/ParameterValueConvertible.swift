// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// A type whose values can be path, query or form parameters.
///
/// Conform your own types to it, such as an identifier, or an enum that writes its raw value.
public protocol ParameterValueConvertible {
  /// The value as a parameter.
  var parameterValue: ParameterValue { get }
}

extension ParameterValue: ParameterValueConvertible {
  /// The value itself.
  public var parameterValue: ParameterValue { self }
}

extension String: ParameterValueConvertible {
  /// The text, unchanged.
  public var parameterValue: ParameterValue { ParameterValue(.scalar(.text(self))) }
}

extension Substring: ParameterValueConvertible {
  /// The text, unchanged.
  public var parameterValue: ParameterValue { ParameterValue(.scalar(.text(String(self)))) }
}

extension Bool: ParameterValueConvertible {
  /// The boolean, written as the ``ParameterEncoding`` says.
  public var parameterValue: ParameterValue { ParameterValue(.scalar(.boolean(self))) }
}

extension FixedWidthInteger {
  /// The number in decimal digits.
  public var parameterValue: ParameterValue { ParameterValue(.scalar(.text(String(self)))) }
}

extension Int: ParameterValueConvertible {}
extension Int8: ParameterValueConvertible {}
extension Int16: ParameterValueConvertible {}
extension Int32: ParameterValueConvertible {}
extension Int64: ParameterValueConvertible {}
extension UInt: ParameterValueConvertible {}
extension UInt8: ParameterValueConvertible {}
extension UInt16: ParameterValueConvertible {}
extension UInt32: ParameterValueConvertible {}
extension UInt64: ParameterValueConvertible {}

extension Double: ParameterValueConvertible {
  /// The number as Swift prints it: the shortest text that reads back as the same number.
  public var parameterValue: ParameterValue { ParameterValue(.scalar(.text(description))) }
}

extension Float: ParameterValueConvertible {
  /// The number as Swift prints it: the shortest text that reads back as the same number.
  public var parameterValue: ParameterValue { ParameterValue(.scalar(.text(description))) }
}

extension Decimal: ParameterValueConvertible {
  /// The number in decimal digits, with a point.
  public var parameterValue: ParameterValue { ParameterValue(.scalar(.text(description))) }
}

extension UUID: ParameterValueConvertible {
  /// The identifier in hexadecimal digits, upper case, as `JSONEncoder` writes it.
  public var parameterValue: ParameterValue { ParameterValue(.scalar(.text(uuidString))) }
}

extension Date: ParameterValueConvertible {
  /// The moment, written as the ``ParameterEncoding`` says.
  public var parameterValue: ParameterValue { ParameterValue(.scalar(.date(self))) }
}

extension Optional: ParameterValueConvertible where Wrapped: ParameterValueConvertible {
  /// The wrapped value, or ``ParameterValue/null``.
  public var parameterValue: ParameterValue { self?.parameterValue ?? .null }
}

extension Array: ParameterValueConvertible where Element: ParameterValueConvertible {
  /// A list.
  public var parameterValue: ParameterValue { .list(map(\.parameterValue)) }
}
