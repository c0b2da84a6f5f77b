// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Imports Envoy's static clusters as backend services, as far as their settings have an equivalent.
///
/// ```swift
/// let imported = try EnvoyImport(JSON(parsing: data))
/// print(imported.document.text(.pretty))
/// for note in imported.notes { print(note) }
/// ```
///
/// The document has to be JSON, as Envoy takes it; a document in YAML has to be converted first.
public struct EnvoyImport: Sendable {
  /// Why a document cannot be imported.
  public struct Invalid: Error, Sendable, CustomStringConvertible {
    /// A phrase with the remedy.
    public let description: String
  }

  /// A part of the document that is not imported, or is imported differently.
  public struct Note: Sendable, Hashable, CustomStringConvertible {
    /// The path in the document of Envoy, such as `clusters[0].lb_policy`.
    public let path: String
    /// What becomes of it: a phrase without a period.
    public let text: String

    /// Both on one line.
    public var description: String { "\(path): \(text)" }
  }

  /// The configuration, to be written and read.
  public let document: JSON
  /// What is lost.
  public let notes: [Note]

  /// Reads a document of Envoy.
  ///
  /// - Throws: ``Invalid`` for a document without static clusters that can be reached.
  public init(_ envoy: JSON) throws(Invalid) {
    guard let clusters = envoy["static_resources"]["clusters"].array else {
      throw Invalid(description: "it has no static_resources.clusters, expected a configuration of Envoy as JSON")
    }
    var reading = EnvoyReading(of: envoy)
    var services: [JSON] = []
    for (index, cluster) in clusters.enumerated() {
      guard let service = reading.service(cluster, at: "clusters[\(index)]") else { continue }
      guard !services.contains(where: { $0["service"] == service["service"] }) else {
        reading.note("clusters[\(index)]", "left out: another has its name")
        continue
      }
      services.append(service)
    }
    guard !services.isEmpty else {
      throw Invalid(description: "none of its clusters has static endpoints, expected load_assignment with addresses")
    }
    // What a text of Envoy's says is meant as it is written: a reference in it would be looked up.
    document = JSON.object(["backendServices": .array(services)]).withoutReferences
    notes = reading.notes
  }
}
