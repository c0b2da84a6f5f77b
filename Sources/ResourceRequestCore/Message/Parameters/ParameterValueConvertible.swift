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

extension ParameterValueConvertible where Self: CustomStringConvertible {
  /// The value as Swift prints it: text unchanged, and numbers as the shortest text that reads back as the same.
  public var parameterValue: ParameterValue { ParameterValue(.scalar(.text(description))) }
}

extension String: ParameterValueConvertible {}
extension Substring: ParameterValueConvertible {}

extension Bool: ParameterValueConvertible {
  /// The boolean, written as the ``ParameterEncoding`` says.
  public var parameterValue: ParameterValue { ParameterValue(.scalar(.boolean(self))) }
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

extension Double: ParameterValueConvertible {}
extension Float: ParameterValueConvertible {}
extension Decimal: ParameterValueConvertible {}
extension UUID: ParameterValueConvertible {}

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
