// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Objects of several kinds that one key distinguishes.
struct UnionShape<Value: Sendable>: Sendable {
  /// The key that selects the kind.
  let tag: String
  /// The kinds, by the value of the key.
  let cases: [(word: String, shape: ValueShape<Value>)]

  /// One of the kinds, as a kind of value.
  var value: ValueShape<Value> {
    ValueShape(schema) { node, reading in
      guard let members = reading.expect(node.members, "an object", at: node) else { return nil }
      guard let word = members.first(where: { $0.key == tag }) else {
        return reading.refuse("the key \"\(tag)\" is missing, expected \(words)", at: node)
      }
      guard let written = ValueShape.text.read(word.value, &reading) else { return nil }
      guard let kind = cases.first(where: { $0.word == written.text }) else {
        return reading.refuse(written, words, among: cases.map(\.word), at: word.value)
      }
      return kind.shape.read(node, &reading)
    }
  }

  private var words: String { cases.map(\.word).quotedChoice }

  /// An object whose tag selects the definition that it must match.
  private var schema: SchemaPart {
    var part = SchemaPart(body: ["type": "object"])
    let branches = cases.map { kind -> JSON in
      part.take(definitionsOf: kind.shape.schema)
      part.examples += kind.shape.schema.examples
      let isKind: JSON = ["required": [.string(tag)], "properties": .object([tag: ["const": .string(kind.word)]])]
      return ["if": isKind, "then": .object(kind.shape.schema.body)]
    }
    part.body["properties"] = .object([tag: .object(SchemaPart.words(cases.map(\.word)).body)])
    part.body["required"] = [.string(tag)]
    part.body["allOf"] = .array(branches)
    return part
  }
}
