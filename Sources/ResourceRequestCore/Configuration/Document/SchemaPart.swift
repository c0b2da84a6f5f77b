// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The JSON Schema of a kind of value: keywords, and the definitions they refer to.
///
/// Alternatives are distinguished by the type of a value, or by one of its members, so that a validator and an editor
/// report what is wrong with the intended one: "matches none of five" does not help.
package struct SchemaPart: Sendable {
  /// The keywords.
  package var body: JSON.Object
  /// The definitions named by `$ref` in the keywords, and in one another.
  package var definitions: JSON.Object
  /// Values a document may have, the best known first.
  package var examples: [JSON]
  /// The words that a string may be, if it may be nothing else but a reference.
  private var words: [String] = []

  /// Keywords, and the definitions they refer to.
  package init(body: JSON.Object, definitions: JSON.Object = [:], examples: [JSON] = []) {
    self.body = body
    self.definitions = definitions
    self.examples = examples
  }

  /// A reference to a definition that is brought along.
  static func reference(to name: String, _ definition: JSON, _ others: JSON.Object) -> SchemaPart {
    var definitions = others
    definitions[name] = definition
    return SchemaPart(body: ["$ref": .string("#/$defs/\(name)")], definitions: definitions)
  }

  /// A string that matches a pattern, or one with a `${…}`, whose value is not known yet.
  ///
  /// - Parameters:
  ///   - pattern: the regular expression, in the syntax that ECMA-262 and other dialects share.
  ///   - expected: its meaning in words; editors that know `patternErrorMessage` and `errorMessage` show it.
  ///   - examples: texts that a document may have.
  /// - Returns: the keywords.
  package static func text(pattern: String, expected: String, examples: JSON...) -> SchemaPart {
    SchemaPart(
      body: [
        "type": "string", "pattern": .string("\(pattern)|\(TextPattern.reference)"),
        "patternErrorMessage": .string("expected \(expected)"), "errorMessage": .string("expected \(expected)"),
      ],
      examples: examples
    )
  }

  /// The name of a header field that may be set, which excludes those that the transport sets.
  static func fieldName(except others: [String] = []) -> SchemaPart {
    var part = text(
      pattern: "^\(TextPattern.token)$",
      expected: "the name of a header that may be set: letters, digits and \"-\""
    )
    let names = TextPattern.anyCase(FramingFields.names + others)
    part.body["not"] = ["type": "string", "pattern": .string("^\(names)$"), "description": "is set by the transport"]
    return part
  }

  /// One of some words, or a string with a `${…}`.
  package static func words(_ words: [String]) -> SchemaPart {
    let all = words.map { JSON.string($0) }
    var part = SchemaPart(
      body: [
        "type": "string", "if": ["type": "string", "not": ["pattern": .string(TextPattern.reference)]],
        "then": ["enum": .array(all)],
      ],
      examples: all
    )
    part.words = words
    return part
  }

  /// An array of such values.
  package static func array(of element: SchemaPart, atLeast least: Int = 0, atMost most: Int? = nil) -> SchemaPart {
    var part = SchemaPart(body: ["type": "array"], definitions: element.definitions)
    if least > 0 { part.body["minItems"] = JSON(least) }
    if let most { part.body["maxItems"] = JSON(most) }
    part.body["items"] = .object(element.body)
    part.examples = element.examples.first.map { [.array([$0])] } ?? []
    return part
  }

  /// One of several kinds, each with a JSON type of its own; words are allowed beside other texts.
  package static func either(_ parts: SchemaPart...) -> SchemaPart {
    var result = SchemaPart(body: [:])
    var types: [JSON] = []
    var conditions: [JSON] = []
    let hasPattern = parts.contains { $0.body["pattern"] != nil }
    for part in parts {
      result.take(definitionsOf: part)
      result.examples += part.examples
      types += part.types.filter { !types.contains($0) }
      // A keyword of its own type does not affect the other types.
      for (key, value) in part.body where !structural.contains(key) { result.body[key] = .some(value) }
      if let reference = part.body["$ref"] {
        conditions.append(["if": ["type": "object"], "then": ["$ref": reference]])
      } else if let condition = part.body["if"], let then = part.body["then"], part.words.isEmpty || !hasPattern {
        conditions.append(["if": condition, "then": then])
      }
      conditions += part.body["allOf"]?.array ?? []
    }
    let words = parts.flatMap(\.words)
    if hasPattern, !words.isEmpty { result.add(words) }
    result.body["type"] = types.count == 1 ? types[0] : .array(types)
    if conditions.count == 1, let only = conditions[0].object {
      for (key, value) in only { result.body[key] = .some(value) }
    } else if !conditions.isEmpty {
      result.body["allOf"] = .array(conditions)
    }
    return result
  }

  private static let structural: Set<String> = ["type", "$ref", "if", "then", "allOf", "errorMessage"]

  /// Allows some words beside the texts that match a pattern.
  private mutating func add(_ words: [String]) {
    let pattern = body["pattern"]?.string ?? ""
    body["pattern"] = .string("^(\(words.joined(separator: "|")))$|\(pattern)")
    let expected = (body["patternErrorMessage"]?.string ?? "").dropping(prefix: "expected ") ?? ""
    let quoted = words.map { "\"\($0)\"" }.joined(separator: ", ")
    body["patternErrorMessage"] = .string("expected \(quoted) or \(expected)")
  }

  /// The JSON types of its values.
  private var types: [JSON] {
    if body["$ref"] != nil { return ["object"] }
    return body["type"]?.array ?? body["type"].map { [$0] } ?? []
  }

  /// The JSON types of its values that are neither an object nor an array.
  var singleTypes: Set<String> { Set(types.compactMap(\.string)).subtracting(["object", "array"]) }

  /// Whether a string may be such a value.
  var allowsText: Bool { types.contains { $0 == "string" } }

  /// Takes over definitions that are missing here.
  package mutating func take(definitionsOf other: SchemaPart) {
    for (name, definition) in other.definitions { definitions[name] = definition }
  }
}
