// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One key an object may have: how it is spelled, what it means, and where its value goes.
package struct ObjectMember<Whole>: Sendable {
  let name: String
  /// Other spellings that are accepted.
  let otherNames: [String]
  /// What it means, for the schema and the reference.
  let summary: String
  /// The value that holds where the key is absent, for the schema.
  let standard: JSON?
  let isRequired: Bool
  /// Keys that stand for one that is required.
  private(set) var alternatives: [String] = []
  /// Values a document may have, where those of its kind of value say too little.
  private(set) var ownExamples: [JSON] = []
  /// The path of the setting it is, below its object; nil where it is none itself.
  let setting: [String]?
  let schema: SchemaPart
  let read: @Sendable (PositionedJSON, inout DocumentReading, inout Whole) -> Void

  /// A key whose value goes to an optional property.
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

  /// The same key in the object of something that holds the whole.
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

  /// The same key, which may be left out where one of others is there.
  func unless(_ others: String...) -> ObjectMember {
    var member = self
    member.alternatives = others
    return member
  }

  /// The same key with values that a document may have, the best known first.
  package func example(_ values: JSON...) -> ObjectMember {
    var member = self
    member.ownExamples = values
    return member
  }
}
