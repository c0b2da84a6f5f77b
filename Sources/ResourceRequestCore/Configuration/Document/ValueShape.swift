// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One kind of value a document may hold: how it is read and shown, and how the schema describes it.
package struct ValueShape<Value>: Sendable {
  /// The schema of such a value.
  package private(set) var schema: SchemaPart
  /// Reads a value; `nil`, with the reason reported, if it is not of this kind.
  package let read: @Sendable (PositionedJSON, inout DocumentReading) -> Value?
  /// The value as a document says it; `nil` if another place writes it, as for credentials.
  private(set) var write: @Sendable (Value) -> JSON? = { _ in .none }
  /// The value as people write it in a document; `write` may prefer what programs read: `67108864` for `"64MiB"`.
  private(set) var spell: @Sendable (Value) -> JSON? = { _ in .none }

  /// The keys of its objects.
  private(set) var keys: [SettingKey] = []

  package init(_ schema: SchemaPart, read: @escaping @Sendable (PositionedJSON, inout DocumentReading) -> Value?) {
    self.schema = schema
    self.read = read
  }

  /// The same in the document, made into something else, whose writer is another too.
  package func map<New>(
    _ transform: @escaping @Sendable (Value, PositionedJSON, inout DocumentReading) -> New?
  ) -> ValueShape<New> {
    ValueShape<New>(schema) { node, reading in
      read(node, &reading).flatMap { transform($0, node, &reading) }
    }.having(keys)
  }

  /// The same in the document and in its writers, made into something else and back.
  func converted<New>(
    to new: @escaping @Sendable (Value) -> New?,
    from old: @escaping @Sendable (New) -> Value
  ) -> ValueShape<New> {
    map { value, _, _ in new(value) }
      .written(by: { [write] in write(old($0)) }, spelled: { [spell] in spell(old($0)) })
  }

  /// The same value, checked by more than its shape.
  func checked(
    _ check: @escaping @Sendable (Value, PositionedJSON, inout DocumentReading) -> Void
  ) -> ValueShape {
    var shape = ValueShape(schema) { node, reading in
      let (leftOut, found) = (reading.leftOut, reading.findings.count)
      guard let value = read(node, &reading) else { return nil }
      // A part that is unresolved or not read has its default here.
      if reading.leftOut == leftOut, reading.findings.count == found { check(value, node, &reading) }
      return value
    }.having(keys)
    (shape.write, shape.spell) = (write, spell)
    return shape
  }

  /// The same with its writers.
  ///
  /// - Parameters:
  ///   - write: gives the value as a document says it, which reads as the same.
  ///   - spell: gives the value as people write it, if that differs.
  /// - Returns: the kind of value with them.
  func written(
    by write: @escaping @Sendable (Value) -> JSON?,
    spelled spell: (@Sendable (Value) -> JSON?)? = nil
  ) -> ValueShape {
    changed { ($0.write, $0.spell) = (write, spell ?? write) }
  }

  /// The same with values that a document may have, the best known first.
  package func example(_ values: JSON...) -> ValueShape { changed { $0.schema.examples = values } }

  /// The same, with another schema.
  package func described(by schema: SchemaPart) -> ValueShape { changed { $0.schema = schema } }

  /// The same with the keys of objects that it reads.
  func having(_ keys: [SettingKey]) -> ValueShape { changed { $0.keys = keys } }

  private func changed(_ change: (inout ValueShape) -> Void) -> ValueShape {
    var shape = self
    change(&shape)
    return shape
  }
}
