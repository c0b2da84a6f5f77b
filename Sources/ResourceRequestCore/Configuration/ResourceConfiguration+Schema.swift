// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceConfiguration {
  /// The JSON Schema (draft 2020-12) of configuration documents, for editors and other validators.
  ///
  /// It is generated from the decoder's own table. A document that it accepts may still be refused for a mistake that a
  /// schema cannot express, such as two services with one name.
  ///
  /// - Parameter vocabulary: the features whose keys documents may have.
  /// - Returns: the schema.
  public static func jsonSchema(vocabulary: Vocabulary = .standard) -> JSON {
    let document = vocabulary.tables.document.schema
    let service = vocabulary.tables.singleService.schema
    var definitions = SchemaPart(body: [:])
    definitions.take(definitionsOf: document)
    definitions.take(definitionsOf: service)
    // Several objects have the same keys, which are written once.
    definitions.share(["gateway", "service", "singleService"], with: "defaults")
    definitions.share(["singleService"], with: "service")
    let schema: JSON.Object = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Backend services",
      "description": "Where requests go and how. Any text may hold ${env:NAME}, ${env:NAME:-default} and ${file:path}.",
      "if": [
        "anyOf": [["required": ["service"]], ["required": ["baseUrl"]]], "not": ["required": ["backendServices"]],
      ],
      "then": .object(service.body),
      "else": .object(document.body),
      "$defs": .object(definitions.definitions),
    ]
    return .object(schema)
  }
}

extension SchemaPart {
  /// Refers to the keys of one definition from others that have the same.
  fileprivate mutating func share(_ names: [String], with origin: String) {
    let known = definitions[origin]?["properties"].object ?? [:]
    for name in names {
      guard var definition = definitions[name]?.object, var properties = definition["properties"]?.object else {
        continue
      }
      for (key, property) in properties where known[key] == property {
        // One that is a reference alone leads on by itself.
        guard property.object?.count != 1 else { continue }
        properties[key] = ["$ref": .string("#/$defs/\(origin)/properties/\(key)")]
      }
      definition["properties"] = .object(properties)
      definitions[name] = .object(definition)
    }
  }
}
