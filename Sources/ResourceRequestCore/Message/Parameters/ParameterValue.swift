// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The value of a path, query or form parameter: a scalar, a list of scalars, or name and value pairs.
///
/// A ``ParameterEncoding`` decides, when the request is routed, how lists, booleans and dates are written and whether nulls
/// are. Literals are values; other types conform to ``ParameterValueConvertible``.
public struct ParameterValue: Sendable, Hashable {
  enum Scalar: Sendable, Hashable {
    case text(String)
    case boolean(Bool)
    case date(Date)
    case null
  }

  enum Kind: Sendable, Hashable {
    case scalar(Scalar)
    case list([Scalar])
    case pairs([Pair])
  }

  struct Pair: Sendable, Hashable {
    /// The name, and those within it.
    let names: [String]
    let value: Scalar

    /// As people write it: `price[gte]`.
    var name: String { names[0] + names.dropFirst().map { "[\($0)]" }.joined() }
  }

  let kind: Kind

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// Creates a value from a convertible one.
  public init(_ value: some ParameterValueConvertible) {
    self = value.parameterValue
  }

  /// Null; by default such a parameter is not sent.
  public static let null = ParameterValue(.scalar(.null))

  /// Creates a list, such as `id=1&id=2`.
  ///
  /// Nested lists are flattened, and pairs contribute their values only, since queries have no deeper nesting.
  package static func list(_ values: some Sequence<ParameterValue>) -> ParameterValue {
    ParameterValue(.list(values.flatMap(\.scalars)))
  }

  /// Creates ordered pairs, such as `filter[name]=a&filter[age]=3`; lists among the values repeat their name, and pairs among
  /// them have both names: `filter[price][gte]=10`.
  public static func pairs(_ pairs: RequestParameters) -> ParameterValue {
    ParameterValue(
      .pairs(
        pairs.flatMap { item in
          guard case .pairs(let inner) = item.value.kind else {
            return item.value.scalars.map { Pair(names: [item.name], value: $0) }
          }
          return inner.map { Pair(names: [item.name] + $0.names, value: $0.value) }
        }
      )
    )
  }

  var isList: Bool { if case .list = kind { true } else { false } }

  var scalars: [Scalar] {
    switch kind {
    case .scalar(let scalar): [scalar]
    case .list(let scalars): scalars
    case .pairs(let pairs): pairs.map(\.value)
    }
  }

  /// The value as text: booleans as `true` and `false`, dates as of RFC 3339, lists joined by commas, ``null`` as nothing.
  public var text: String {
    switch kind {
    case .scalar(let scalar): scalar.text
    case .list(let scalars): scalars.map(\.text).joined(separator: ",")
    case .pairs(let pairs): pairs.map { "\($0.name),\($0.value.text)" }.joined(separator: ",")
    }
  }
}

extension ParameterValue.Scalar {
  var text: String { text(by: ParameterEncoding()) }

  func text(by options: ParameterEncoding) -> String {
    switch self {
    case .text(let text): text
    case .boolean(let value): options.booleans == .words ? (value ? "true" : "false") : (value ? "1" : "0")
    case .date(let date): options.dates.text(of: date)
    case .null: ""
    }
  }
}

extension ParameterValue: CustomStringConvertible {
  /// The same as ``text``.
  public var description: String { text }
}

extension ParameterValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral
{
  /// Creates a text.
  public init(stringLiteral value: String) { self.init(.scalar(.text(value))) }
  /// Creates a value from an integer.
  public init(integerLiteral value: Int) { self.init(value) }
  /// Creates a value from a number, as Swift prints it: `0.5`, `1e+20`.
  public init(floatLiteral value: Double) { self.init(value) }
  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self.init(value) }
  /// Creates ``null``.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a list.
  public init(arrayLiteral elements: ParameterValue...) { self = .list(elements) }
}
