// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An ordered list of header fields; names are case-insensitive and may repeat (RFC 9110 §5).
///
/// Fields are validated when the request is sent: an invalid name or value is an error that names the field. Fields of
/// a response are kept as received; repeated fields are not merged.
public struct Headers: Sendable {
  /// One field: a name and its value.
  public struct Field: Sendable {
    /// The name, in its original case.
    public var name: String
    /// The value, without surrounding white space.
    public var value: String

    /// Creates a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  private var fields: [Field] = []

  /// Creates an empty list.
  public init() {}

  /// Creates a list of fields, in this order.
  public init(_ fields: some Sequence<Field>) {
    self.fields = Array(fields)
  }

  /// The value of the first field of this name; setting replaces every field of the name, `nil` removes them.
  public subscript(name: String) -> String? {
    get { place(of: name).map { fields[$0].value } }
    set {
      guard let newValue else { return remove(name) }
      guard let first = place(of: name) else { return append(name, newValue) }
      fields[first].value = newValue
      guard place(of: name, from: first + 1) != nil else { return }
      let rest = fields[(first + 1)...].filter { !FieldCharacters.equalNames($0.name, name) }
      fields.replaceSubrange((first + 1)..., with: rest)
    }
  }

  /// Replaces every field of a name by one, at the position of the first; a new name is appended.
  public mutating func set(_ name: String, to value: String) { self[name] = value }

  /// Appends a field; an existing name repeats.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Appends all fields of another list.
  public mutating func append(contentsOf other: Headers) { fields.append(contentsOf: other.fields) }

  /// All values of a name, in order; empty if there is none.
  public func values(for name: String) -> [String] {
    guard let first = place(of: name) else { return [] }
    guard place(of: name, from: first + 1) != nil else { return [fields[first].value] }
    return fields[first...].filter { FieldCharacters.equalNames($0.name, name) }.map(\.value)
  }

  /// Removes every field of a name.
  public mutating func remove(_ name: String) {
    // Without a match the storage stays shared.
    guard contains(name) else { return }
    fields.removeAll { FieldCharacters.equalNames($0.name, name) }
  }

  /// Removes every field.
  public mutating func removeAll() { fields.removeAll() }

  /// Whether there is a field with this name.
  public func contains(_ name: String) -> Bool { place(of: name) != nil }

  /// The names, without repetition, in the order and case of their first appearance.
  public var names: [String] {
    var names: [String] = []
    for field in fields where !names.contains(where: { FieldCharacters.equalNames($0, field.name) }) {
      names.append(field.name)
    }
    return names
  }

  /// Reserves capacity for this many fields.
  package mutating func reserveCapacity(_ count: Int) { fields.reserveCapacity(count) }
}

extension Headers: RandomAccessCollection {
  /// The position of the first field.
  public var startIndex: Int { fields.startIndex }
  /// The position after the last field.
  public var endIndex: Int { fields.endIndex }
  /// The field at a position.
  public subscript(position: Int) -> Field { fields[position] }
}

extension Headers: ExpressibleByDictionaryLiteral {
  /// Creates a list from a literal; it keeps the order and repeated names.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }
}

extension Headers.Field: Hashable {
  /// Whether names are equal ignoring case and values are equal byte for byte.
  public static func == (one: Self, other: Self) -> Bool {
    FieldCharacters.equalNames(one.name, other.name) && one.value.hasSameBytes(as: other.value)
  }

  /// Hashes the name ignoring case, and the value.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(FieldCharacters.lowercased(byte)) }
    hasher.combine(ExactText(value))
  }
}

extension Headers: Hashable {}

extension Headers {
  /// The index of the first field of a name, from an index on; `nil` if there is none.
  ///
  /// Compares lengths first and copies no field, since a head is searched for some twenty names.
  func place(of name: String, from start: Int = 0) -> Int? {
    let length = name.utf8.count
    return fields.withUnsafeBufferPointer { fields in
      for index in start..<fields.count where fields[index].name.utf8.count == length {
        if FieldCharacters.equalNames(fields[index].name, name) { return index }
      }
      return nil
    }
  }

  /// The total number of bytes of names and values.
  var textLength: Int {
    fields.withUnsafeBufferPointer { fields in
      var length = 0
      for index in fields.indices { length += fields[index].name.utf8.count + fields[index].value.utf8.count }
      return length
    }
  }

  /// Whether a name matches; copies no field.
  @inline(__always)
  func containsName(where isMeant: (String) -> Bool) -> Bool {
    fields.withUnsafeBufferPointer { fields in
      for index in fields.indices where isMeant(fields[index].name) { return true }
      return false
    }
  }

  /// Whether one is an unchanged copy of the other.
  func sharesStorage(with other: Headers) -> Bool {
    fields.withUnsafeBufferPointer { own in
      other.fields.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
    }
  }
}

extension Headers.Field: RedactedDescription {
  /// `name: value`; the value is `‹redacted›` if the name suggests a secret, and secrets of a URL in the value are
  /// redacted.
  public var description: String { "\(name): \(shownValue)" }
  /// The name and the redacted value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": shownValue]) }

  private var shownValue: String { Redaction.value(of: name, value) }
}

extension Headers {
  /// Whether both are equal byte for byte; a pointer comparison for unchanged copies.
  ///
  /// It tells whether a value derived from the fields can be reused. Stricter than `==`, which ignores the case of
  /// names.
  package func isIdentical(to other: Headers) -> Bool {
    guard count == other.count else { return false }
    return sharesStorage(with: other) || indices.allSatisfy { self[$0].isIdentical(to: other[$0]) }
  }
}

extension Headers.Field {
  /// Whether both are equal byte for byte.
  func isIdentical(to other: Headers.Field) -> Bool {
    name.hasSameBytes(as: other.name) && value.hasSameBytes(as: other.value)
  }
}
