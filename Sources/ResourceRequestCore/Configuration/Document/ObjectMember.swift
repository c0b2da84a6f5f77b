// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One key of an object: its spelling, its meaning and the property that stores its value.
package struct ObjectMember<Whole>: Sendable {
  let name: String
  /// Other spellings that are accepted.
  let otherNames: [String]
  /// Its meaning, for the schema and the reference.
  let summary: String
  /// The default value, for the schema.
  let standard: JSON?
  let isRequired: Bool
  /// Keys that satisfy the requirement in its place.
  private(set) var alternatives: [String] = []
  /// Examples, if those of its shape say too little.
  private(set) var ownExamples: [JSON] = []
  /// The path of its setting below the object; `nil` if it is not a setting.
  let setting: [String]?
  let schema: SchemaPart
  let read: @Sendable (PositionedJSON, inout DocumentReading, inout Whole) -> Void

  /// A key that is stored in an optional property.
  package init<Value>(
    _ name: String,
    also otherNames: [String] = [],
    _ property: any WritableKeyPath<Whole, Value?> & Sendable,
    _ shape: ValueShape<Value>,
    isRequired: Bool = false,
    setting: [String]? = nil,
    standard: JSON? = nil,
    _ summary: String
  ) {
    self.init(
      name,
      also: otherNames,
      shape.schema,
      isRequired: isRequired,
      setting: setting ?? [name],
      standard,
      summary
    ) {
      node,
      reading,
      whole in
      if let value = shape.read(node, &reading) { whole[keyPath: property] = value }
    }
  }

  /// A key whose value is an object with parts of a property.
  package init<Inner>(
    _ name: String,
    also otherNames: [String] = [],
    partsOf property: any WritableKeyPath<Whole, Inner> & Sendable,
    _ shape: ObjectShape<Inner>,
    setting: [String]? = nil,
    _ summary: String
  ) {
    self.init(name, also: otherNames, shape.schema, isRequired: false, setting: setting ?? [name], nil, summary) {
      node,
      reading,
      whole in
      shape.read(node, &reading, into: &whole[keyPath: property])
    }
  }

  package init(
    _ name: String,
    also otherNames: [String],
    _ schema: SchemaPart,
    isRequired: Bool,
    setting: [String]?,
    _ standard: JSON?,
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
    self.read = read
  }

  /// The same key in the object of a containing type.
  func lifted<Outer>(to property: any WritableKeyPath<Outer, Whole> & Sendable) -> ObjectMember<Outer> {
    var member = ObjectMember<Outer>(
      name,
      also: otherNames,
      schema,
      isRequired: isRequired,
      setting: setting,
      standard,
      summary
    ) { node, reading, outer in
      read(node, &reading, &outer[keyPath: property])
    }
    member.alternatives = alternatives
    member.ownExamples = ownExamples
    return member
  }

  /// The same key, optional if one of the others is present.
  func unless(_ others: String...) -> ObjectMember {
    var member = self
    member.alternatives = others
    return member
  }

  /// The same key with examples, the most common first.
  package func example(_ values: JSON...) -> ObjectMember {
    var member = self
    member.ownExamples = values
    return member
  }
}
