// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One kind of value a document may hold: how it is read, and how the schema describes it.
package struct ValueShape<Value>: Sendable {
  /// The schema of such a value.
  package let schema: SchemaPart
  /// Reads a value; `nil`, with the reason reported, if it is not of this kind.
  package let read: @Sendable (PositionedJSON, inout DocumentReading) -> Value?

  package init(
    _ schema: SchemaPart,
    read: @escaping @Sendable (PositionedJSON, inout DocumentReading) -> Value?
  ) {
    self.schema = schema
    self.read = read
  }

  /// The same in the document, made into something else.
  package func map<New>(
    _ transform: @escaping @Sendable (Value, PositionedJSON, inout DocumentReading) -> New?
  ) -> ValueShape<New> {
    ValueShape<New>(schema) { node, reading in
      read(node, &reading).flatMap { transform($0, node, &reading) }
    }
  }

  /// The same with values that a document may have, the best known first.
  package func example(_ values: JSON...) -> ValueShape {
    var schema = schema
    schema.examples = values
    return ValueShape(schema, read: read)
  }

  /// The same, with additions to its schema.
  package func described(by schema: SchemaPart) -> ValueShape { ValueShape(schema, read: read) }
}
