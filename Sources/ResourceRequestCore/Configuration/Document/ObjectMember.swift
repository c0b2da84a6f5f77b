// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A row of the table: one key of an object, its meaning, and the property that stores its value.
///
/// Reading and showing the value, inheriting it, its default and the schema are derived from the row.
package struct ObjectMember<Whole>: Sendable {
  let name: String
  /// Other spellings that are accepted.
  let otherNames: [String]
  /// Its meaning, for the schema and the reference.
  private(set) var summary: String
  /// The default value, for the schema.
  private(set) var standard: JSON?
  let isRequired: Bool
  /// Keys that satisfy the requirement in its place.
  private(set) var alternatives: [String] = []
  /// Examples, if those of its shape say too little.
  private(set) var ownExamples: [JSON] = []
  /// The path of its setting below the object; `nil` if it is not a setting.
  let setting: [String]?
  let schema: SchemaPart
  /// Reads a value into the property; false if it is not of the right kind, which is reported.
  private(set) var read: @Sendable (PositionedJSON, inout DocumentReading, inout Whole) -> Bool
  /// Whether the property holds a placeholder until the key is read.
  private(set) var hasPlaceholder = false
  /// The value as a document says it; `nil` if it is not set, or if it is written elsewhere.
  private(set) var write: @Sendable (Whole) -> JSON? = { _ in .none }
  /// The value as people write it, for the default in the schema.
  private var spell: @Sendable (Whole) -> JSON? = { _ in .none }
  /// What values inherit by this row from an outer one; `nil` if it is not inherited by itself.
  private(set) var inherit: (@Sendable (Whole) -> Inheritance<Whole>.Row?)?

  /// The risk of a change of its value.
  private var ownRisk: SettingRisk?
  /// The keys of the object that is its value.
  private var innerKeys: [SettingKey] = []

  /// Whether the keys of its object inherit one by one.
  private var isInheritedInParts = false

  /// The key and those below it, which come first.
  var keys: [SettingKey] {
    let inner = innerKeys.map { key in
      var key = key.below(name)
      if !isInheritedInParts { key.types = [] }
      return key
    }
    return inner + [SettingKey(path: [name], risk: ownRisk, types: inherit == nil ? [] : schema.singleTypes)]
  }

  /// A key that is stored in an optional property; `nil` inherits.
  package init<Value: Sendable>(
    _ name: String,
    also otherNames: [String] = [],
    _ property: any WritableKeyPath<Whole, Value?> & Sendable,
    _ shape: ValueShape<Value>,
    isRequired: Bool = false,
    setting: [String]? = nil,
    standard: JSON? = nil,
    _ summary: String = ""
  ) {
    self.init(
      name,
      also: otherNames,
      shape.schema,
      isRequired: isRequired,
      setting: setting ?? [name],
      standard: standard,
      summary
    ) { if let value = shape.read($0, &$1) { $2[keyPath: property] = value } }
    innerKeys = shape.keys
    let place = PropertyPlace(property)
    write = { whole in place.value(in: whole).flatMap(shape.write) }
    spell = { whole in place.value(in: whole).flatMap(shape.spell) }
    inherit = { outer in
      guard let value = place.value(in: outer) else { return .none }
      return { whole in if place.value(at: whole) == nil { place.set(value, at: whole) } }
    }
  }

  /// A key that is stored in a property which always has a value: its default, if the key is absent.
  package init<Value>(
    _ name: String,
    to property: any WritableKeyPath<Whole, Value> & Sendable,
    _ shape: ValueShape<Value>,
    isRequired: Bool = false,
    standard: JSON? = nil,
    _ summary: String = ""
  ) {
    self.init(name, shape.schema, isRequired: isRequired, setting: [name], standard: standard, summary) { _, _, _ in }
    read = { node, reading, whole in
      guard let value = shape.read(node, &reading) else { return false }
      whole[keyPath: property] = value
      return true
    }
    innerKeys = shape.keys
    let place = PropertyPlace(property)
    write = { whole in shape.write(place.value(in: whole)) }
    hasPlaceholder = isRequired
    // A placeholder is no default.
    if !isRequired { spell = { whole in shape.spell(place.value(in: whole)) } }
  }

  /// A key whose value is an object with parts of a property.
  package init<Inner>(
    _ name: String,
    also otherNames: [String] = [],
    partsOf property: any WritableKeyPath<Whole, Inner> & Sendable,
    _ shape: ObjectShape<Inner>,
    setting: [String]? = nil,
    _ summary: String = ""
  ) {
    self.init(name, also: otherNames, shape.schema, setting: setting ?? [name], summary) { node, reading, whole in
      shape.read(node, &reading, into: &whole[keyPath: property])
    }
    innerKeys = shape.keys
    let place = PropertyPlace(property)
    write = { whole in
      let members = shape.shown(place.value(in: whole))
      return members.isEmpty ? .none : .object(members)
    }
  }

  /// A key whose value is an object with parts of a property, each of which inherits by itself.
  init<Inner>(
    _ name: String,
    inheritingPartsOf property: any WritableKeyPath<Whole, Inner> & Sendable,
    _ shape: ObjectShape<Inner>,
    _ summary: String = ""
  ) {
    self.init(name, partsOf: property, shape, summary)
    isInheritedInParts = true
    let place = PropertyPlace(property)
    inherit = { outer in
      let inheritance = shape.inheritance(from: place.value(in: outer))
      guard !inheritance.isEmpty else { return .none }
      return { whole in place.change(at: whole) { inheritance.complete($0) } }
    }
  }

  /// A key whose members are header fields; those of a name inherit together.
  init(_ name: String, fields property: any WritableKeyPath<Whole, Headers> & Sendable, _ summary: String = "") {
    let shape = ValueShape<Headers>.headers
    self.init(name, shape.schema, setting: [name], summary) { node, reading, whole in
      if let headers = shape.read(node, &reading) { whole[keyPath: property] = headers }
    }
    let place = PropertyPlace(property)
    write = { whole in
      let headers = place.value(in: whole)
      return headers.isEmpty ? .none : shape.write(headers)
    }
    inherit = { outer in
      let headers = place.value(in: outer)
      guard !headers.isEmpty else { return .none }
      return { whole in place.set(place.value(at: whole).merging(headers), at: whole) }
    }
  }

  package init(
    _ name: String,
    also otherNames: [String] = [],
    _ schema: SchemaPart,
    isRequired: Bool = false,
    setting: [String]?,
    standard: JSON? = nil,
    _ summary: String,
    read: @escaping @Sendable (PositionedJSON, inout DocumentReading, inout Whole) -> Void
  ) {
    self.name = name
    self.otherNames = otherNames
    self.summary = summary
    self.standard = standard
    self.isRequired = isRequired
    self.setting = setting
    self.schema = schema
    self.read = { node, reading, whole in
      read(node, &reading, &whole)
      return true
    }
  }

  /// The key that names the schema of a document.
  package static func schemaReference(_ file: String) -> ObjectMember {
    ObjectMember(
      "$schema",
      SchemaPart(body: ["type": "string"], examples: [.string(file)]),
      setting: nil,
      "The address of this schema, for editors."
    ) { node, reading, _ in
      if node.scalar?.string == nil { reading.report(expected: "a string", at: node) }
    }
  }

  /// The same key in the object of a containing type, for reading and the schema.
  ///
  /// It is not shown and does not inherit: through a containing type each key would copy the whole value, so the values
  /// of a group are shown and merged by its own shape.
  func lifted<Outer>(to property: any WritableKeyPath<Outer, Whole> & Sendable) -> ObjectMember<Outer> {
    var member = ObjectMember<Outer>(
      name,
      also: otherNames,
      schema,
      isRequired: isRequired,
      setting: setting,
      standard: standard,
      summary
    ) { node, reading, outer in
      _ = read(node, &reading, &outer[keyPath: property])
    }
    member.alternatives = alternatives
    member.ownExamples = ownExamples
    return member
  }

  /// This row with what it is for, in place of the last argument.
  package func about(_ summary: String) -> ObjectMember { changed { $0.summary = summary } }

  /// The same key, optional if one of the others is present.
  func unless(_ others: String...) -> ObjectMember { changed { $0.alternatives = others } }

  /// The same key with the risk of a change of its value, or of what its object holds, by direction.
  func risk(_ risk: ChangeRisk, _ direction: SettingRisk.Direction) -> ObjectMember {
    changed { $0.ownRisk = SettingRisk(risk: risk, direction: direction) }
  }

  /// The same key, not shown if its value says nothing.
  func leftOut(if isLeftOut: @escaping @Sendable (Whole) -> Bool) -> ObjectMember {
    changed { member in
      member.write = { [write] whole in isLeftOut(whole) ? .none : write(whole) }
    }
  }

  /// The same key with the default that a value has; that of an object is the defaults of its keys.
  func defaulting(to whole: Whole) -> ObjectMember {
    guard standard == nil, let value = spell(whole), value.object == nil else { return self }
    return changed { $0.standard = value }
  }

  /// The same key with examples, the most common first.
  package func example(_ values: JSON...) -> ObjectMember { changed { $0.ownExamples = values } }

  private func changed(_ change: (inout ObjectMember) -> Void) -> ObjectMember {
    var member = self
    change(&member)
    return member
  }
}
