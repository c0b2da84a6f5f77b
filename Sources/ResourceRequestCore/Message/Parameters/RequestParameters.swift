// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An ordered list of parameters of a path, a query or a form; names may repeat.
///
/// ```swift
/// request.query = ["q": "swift", "page": 2, "tag": ["a", "b"]]
/// request.query.set("age", to: 31)
/// request.query.append("tag", "c")
/// ```
/// Names are compared byte for byte, letter case included, and are encoded like values when they are sent.
public struct RequestParameters: Sendable, Hashable {
  /// A name and its value.
  public struct Element: Sendable, Hashable {
    /// The name, not encoded.
    public let name: String
    /// The value, not encoded.
    public let value: ParameterValue

    /// Creates a parameter.
    public init(name: String, value: some ParameterValueConvertible) {
      self.name = name
      self.value = value.parameterValue
    }
  }

  fileprivate(set) var elements: [Element]

  /// Creates an empty list.
  public init() {
    elements = []
  }

  /// Creates a list of names and values, in this order.
  public init(_ pairs: some Sequence<(String, ParameterValue)>) {
    elements = pairs.map { Element(name: $0, value: $1) }
  }

  /// Replaces all values of a name by one, at the position of the first; a new name is appended.
  public mutating func set(_ name: String, to value: some ParameterValueConvertible) {
    let element = Element(name: name, value: value)
    guard let first = elements.firstIndex(where: { $0.name.hasSameBytes(as: name) }) else {
      elements.append(element)
      return
    }
    elements[first] = element
    var index = elements.endIndex - 1
    while index > first {
      if elements[index].name.hasSameBytes(as: name) { elements.remove(at: index) }
      index -= 1
    }
  }

  /// Appends a value; an existing name repeats.
  public mutating func append(_ name: String, _ value: some ParameterValueConvertible) {
    elements.append(Element(name: name, value: value))
  }

  /// Appends all parameters of another list.
  public mutating func append(contentsOf other: RequestParameters) {
    elements.append(contentsOf: other.elements)
  }

  /// Removes all values of a name.
  public mutating func remove(_ name: String) {
    elements.removeAll { $0.name.hasSameBytes(as: name) }
  }

  /// Removes every parameter.
  public mutating func removeAll() { elements.removeAll() }

  /// All values of a name, in order; empty if there is none.
  public func values(for name: String) -> [ParameterValue] {
    elements.lazy.filter { $0.name.hasSameBytes(as: name) }.map(\.value)
  }

  /// Whether there is a parameter with this name.
  public func contains(_ name: String) -> Bool {
    elements.contains { $0.name.hasSameBytes(as: name) }
  }

  /// The names, without repetition, in the order of their first appearance.
  public var names: [String] {
    var names: [String] = []
    for element in elements where !names.contains(where: { $0.hasSameBytes(as: element.name) }) {
      names.append(element.name)
    }
    return names
  }

  /// The text of the first value of a name; setting it is like ``set(_:to:)``, and `nil` removes the name.
  public subscript(name: String) -> String? {
    get { elements.first { $0.name.hasSameBytes(as: name) }?.value.text }
    set {
      if let newValue { set(name, to: newValue) } else { remove(name) }
    }
  }

  /// The value of a name; the values of a repeated name form a list.
  func value(ofAll name: Substring) -> ParameterValue? {
    guard let first = elements.firstIndex(where: { $0.name.hasSameBytes(as: name) }) else { return nil }
    guard elements[(first + 1)...].contains(where: { $0.name.hasSameBytes(as: name) }) else {
      return elements[first].value
    }
    return .list(values(for: String(name)))
  }

  /// The value of a name for a template, written by these options; `nil` if it is undefined there.
  func templateValue(_ name: Substring, by options: ParameterEncoding) -> URITemplate.Value? {
    switch value(ofAll: name)?.kind {
    case .scalar(let scalar) where scalar != .null: .text(scalar.text(by: options))
    case .list(let scalars): .list(scalars.compactMap { $0 == .null ? nil : $0.text(by: options) })
    case .pairs(let pairs): .pairs(pairs.compactMap { $0.value == .null ? nil : ($0.name, $0.value.text(by: options)) })
    default: nil
    }
  }
}

/// The values of a path template's variables, such as `{first}` in `users/{first}`.
public typealias PathParameters = RequestParameters
/// The parameters of a query, appended to those in the URL.
public typealias QueryParameters = RequestParameters
/// The fields of an `application/x-www-form-urlencoded` body.
public typealias FormParameters = RequestParameters

extension RequestParameters {
  /// Creates a list of the values of a dictionary, in the order of their names, since a dictionary has none.
  public init(_ values: [String: some ParameterValueConvertible]) {
    let sorted = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    elements = sorted.map { Element(name: $0.key, value: $0.value) }
  }
}

extension RequestParameters: ExpressibleByDictionaryLiteral {
  /// Creates a list from a literal; it keeps the order and repeated names.
  public init(dictionaryLiteral elements: (String, (any ParameterValueConvertible)?)...) {
    self.elements = elements.map { Element(name: $0, value: $1?.parameterValue ?? .null) }
  }
}

extension RequestParameters: RandomAccessCollection {
  /// The position of the first parameter, 0.
  public var startIndex: Int { elements.startIndex }
  /// The position after the last parameter.
  public var endIndex: Int { elements.endIndex }

  /// The parameter at a position.
  public subscript(position: Int) -> Element { elements[position] }
}

extension RequestParameters.Element {
  /// Whether it, or a pair of it, has the name of a secret.
  var isSecret: Bool {
    if case .pairs(let pairs) = value.kind, pairs.contains(where: { SensitiveNames.contains($0.name) }) { return true }
    return SensitiveNames.contains(name)
  }
}

extension RequestParameters.Element: RedactedDescription {
  /// `name=value`; the value is `‹redacted›` if the name suggests a secret.
  public var description: String { "\(name)=\(shownValue)" }
  /// The name and the redacted value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": shownValue]) }

  private var shownValue: String {
    guard case .pairs(let pairs) = value.kind else { return Redaction.value(of: name, "\(value)") }
    let shown = pairs.map { "\($0.name),\(Redaction.value(of: $0.name, $0.value.text))" }
    return Redaction.value(of: name, shown.joined(separator: ","))
  }
}

extension RequestParameters: RedactedDescription {
  /// The parameters in order, redacted.
  public var description: String { elements.description }
  /// The parameters, redacted.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}
