// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a JSON Schema says of a value, and the definitions it refers to.
package struct SchemaPart: Sendable {
  /// The keywords.
  package var body: JSON.Object
  /// The definitions named by `$ref` in the keywords, and in one another.
  package var definitions: JSON.Object

  /// Keywords, and the definitions they refer to.
  package init(body: JSON.Object, definitions: JSON.Object = [:]) {
    self.body = body
    self.definitions = definitions
  }

  /// A reference to a definition that is brought along.
  static func reference(to name: String, _ definition: JSON, _ others: JSON.Object) -> SchemaPart {
    var definitions = others
    definitions[name] = definition
    return SchemaPart(body: ["$ref": .string("#/$defs/\(name)")], definitions: definitions)
  }

  /// Any of several.
  package static func any(of parts: [SchemaPart]) -> SchemaPart {
    var result = SchemaPart(body: ["anyOf": .array(parts.map { .object($0.body) })])
    for part in parts { result.take(definitionsOf: part) }
    return result
  }

  /// A string that a pattern holds for, or one with a `${…}`, whose value nobody knows yet.
  package static func text(pattern: String) -> SchemaPart {
    SchemaPart(body: ["type": "string", "pattern": .string("\(pattern)|\\$\\{")])
  }

  /// Takes over definitions that are missing here.
  package mutating func take(definitionsOf other: SchemaPart) {
    for (name, definition) in other.definitions { definitions[name] = definition }
  }
}
