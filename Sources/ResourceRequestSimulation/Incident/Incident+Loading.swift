// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

extension Simulation.Incident {
  /// Reads an incident from a file.
  ///
  /// - Parameters:
  ///   - path: the file; errors name it as written here.
  ///   - configuration: the configuration whose services it calls; `nil` does not check the services.
  /// - Throws: ``ConfigurationError`` with every mistake, by line and column.
  public init(contentsOf path: String, for configuration: ResourceConfiguration? = nil) throws(ConfigurationError) {
    self = try IncidentDocument(configuration).shape.read(contentsOf: path, startingFrom: Draft()).incident
  }

  /// Reads an incident from a text.
  ///
  /// - Parameters:
  ///   - text: the document.
  ///   - name: the name in errors.
  ///   - configuration: the configuration whose services it calls; `nil` does not check the services.
  /// - Throws: ``ConfigurationError`` with every mistake, by line and column.
  public init(
    json text: String,
    name: String = "incident",
    for configuration: ResourceConfiguration? = nil
  ) throws(ConfigurationError) {
    self = try IncidentDocument(configuration).shape.read(Array(text.utf8), name: name, startingFrom: Draft()).incident
  }

  /// The JSON Schema (draft 2020-12) of incidents, for editors and other validators.
  ///
  /// It is generated from the decoder's own table.
  public static func jsonSchema() -> JSON {
    let document = IncidentDocument(nil).shape.schema
    var schema: JSON.Object = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "An incident",
      "description": "What happens in a simulation: load, calls, servers and what befalls them.",
    ]
    for (key, value) in document.body { schema[key] = .some(value) }
    schema["$defs"] = .object(document.definitions)
    return .object(schema)
  }

  /// An incident that may still be incomplete.
  struct Draft: Sendable {
    var duration: Duration?
    var clients: Int?
    var load: [Load]?
    var calls: [Call]?
    var servers: [Server]?

    var incident: Simulation.Incident {
      Simulation.Incident(
        duration: duration ?? .zero,
        clients: clients ?? 1,
        load: load ?? [],
        calls: calls ?? [],
        servers: servers ?? []
      )
    }
  }
}
