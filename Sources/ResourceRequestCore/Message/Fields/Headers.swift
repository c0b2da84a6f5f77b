// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An ordered list of header fields: names compare without case, and a name may repeat (RFC 9110 §5).
///
/// Fields are not checked when they are added; a name or value that cannot be sent is refused, by name, when the
/// request is sent. Fields of a response are kept as they came, repeated ones apart.
public struct Headers: Sendable {
  /// One field: a name and its value.
  public struct Field: Sendable {
    /// The name, in its original case.
    public var name: String
    /// The value, without surrounding white space.
    public var value: String

    /// A field of this name and value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  private var fields: [Field]

  /// No fields.
  public init() {
    fields = []
  }

  /// These fields, in this order.
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

  /// Replaces every field of a name by one, at the place of the first; a new name goes to the end.
  public mutating func set(_ name: String, to value: String) {
    self[name] = value
  }

  /// Adds a field at the end; a name that is there already repeats.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Adds all fields of another list at the end.
  public mutating func append(contentsOf other: Headers) {
    fields.append(contentsOf: other.fields)
  }

  /// The values of every field of a name, in order; empty without the name.
  public func values(for name: String) -> [String] {
    guard let first = place(of: name) else { return [] }
    guard place(of: name, from: first + 1) != nil else { return [fields[first].value] }
    return fields[first...].filter { FieldCharacters.equalNames($0.name, name) }.map(\.value)
  }

  /// Removes every field of a name.
  public mutating func remove(_ name: String) {
    // What has none stays the copy that it is.
    guard contains(name) else { return }
    fields.removeAll { FieldCharacters.equalNames($0.name, name) }
  }

  /// Removes every field.
  public mutating func removeAll() {
    fields.removeAll()
  }

  /// Whether a field of a name is there.
  public func contains(_ name: String) -> Bool { place(of: name) != nil }

  /// The names, each once, in the order and case of their first appearance.
  public var names: [String] {
    var names: [String] = []
    for field in fields where !names.contains(where: { FieldCharacters.equalNames($0, field.name) }) {
      names.append(field.name)
    }
    return names
  }

  /// Makes room for this many fields.
  public mutating func reserveCapacity(_ count: Int) {
    fields.reserveCapacity(count)
  }
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
  /// Fields in the order they are written; a name may repeat.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }
}

extension Headers.Field: Hashable {
  /// Whether names are equal without case and values byte for byte.
  public static func == (one: Self, other: Self) -> Bool {
    FieldCharacters.equalNames(one.name, other.name) && one.value.hasSameBytes(as: other.value)
  }

  /// Feeds the name without case, and the value.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(FieldCharacters.lowercased(byte)) }
    hasher.combine(ExactText(value))
  }
}

extension Headers: Hashable {}

extension Headers {
  /// The place of the first field of a name, from a place on; `nil` where there is none.
  ///
  /// Looks at lengths first and copies no field: a head is searched for some twenty names on its way.
  func place(of name: String, from start: Int = 0) -> Int? {
    let length = name.utf8.count
    return fields.withUnsafeBufferPointer { fields in
      for index in start..<fields.count where fields[index].name.utf8.count == length {
        if FieldCharacters.equalNames(fields[index].name, name) { return index }
      }
      return nil
    }
  }

  /// How many bytes all names and values have.
  var textLength: Int {
    fields.withUnsafeBufferPointer { fields in
      var length = 0
      for index in fields.indices { length += fields[index].name.utf8.count + fields[index].value.utf8.count }
      return length
    }
  }

  /// Whether one of the names is meant; copies no field.
  @inline(__always)
  func containsName(where isMeant: (String) -> Bool) -> Bool {
    fields.withUnsafeBufferPointer { fields in
      for index in fields.indices where isMeant(fields[index].name) { return true }
      return false
    }
  }

  /// Whether one is a copy of the other that nobody has changed since.
  func sharesStorage(with other: Headers) -> Bool {
    fields.withUnsafeBufferPointer { own in
      other.fields.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
    }
  }

  /// Adds a continuation line to the value of the last field; `false` where there is none.
  package mutating func extendLast(by text: String) -> Bool {
    guard let last = fields.indices.last else { return false }
    fields[last].value += fields[last].value.isEmpty || text.isEmpty ? text : " " + text
    return true
  }
}
