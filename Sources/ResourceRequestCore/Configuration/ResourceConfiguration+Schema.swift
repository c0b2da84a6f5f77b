// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceConfiguration {
  /// The JSON Schema (draft 2020-12) of configuration documents, for editors and other validators.
  ///
  /// It is generated from the decoder's own table. A document that it accepts may still be refused for a mistake that a
  /// schema cannot express, such as two services with one name.
  public static func jsonSchema() -> JSON {
    let document = ConfigurationDocument.document.schema
    let service = ConfigurationDocument.singleService.schema
    var definitions = SchemaPart(body: [:])
    definitions.take(definitionsOf: document)
    definitions.take(definitionsOf: service)
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
