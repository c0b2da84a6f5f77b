// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSimulation

/// What editors show for a key: its meaning, its default, and an example that the decoder accepts.
@Suite struct `The examples of the schema` {
  @Test(arguments: [ResourceConfiguration.jsonSchema(), Simulation.Incident.jsonSchema()])
  func `every key has an example, and its default where it has one`(schema: JSON) throws {
    for (owner, definition) in try #require(schema["$defs"].object) {
      for (key, property) in definition["properties"].object ?? [:]
      where property["$ref"].isNull || property.object?.count ?? 0 > 1 {
        let text = property["markdownDescription"].string ?? ""
        #expect(text.hasPrefix(property["description"].string ?? "?"), "\(owner).\(key)")
        #expect(text.contains("\n\nExample: `\"\(key)\": "), "\(owner).\(key)")
        #expect(property["default"].isNull || text.contains("\n\nDefault: `"), "\(owner).\(key)")
        #expect(property["description"].string?.isEmpty == false, "\(owner).\(key)")
      }
    }
  }

  @Test func `the decoder takes every example of a setting`() throws {
    let properties = try #require(ResourceConfiguration.jsonSchema()["$defs"]["defaults"]["properties"].object)
    #expect(properties.count > 30)
    for (key, property) in properties {
      let examples = property["examples"].array ?? []
      for example in examples + (property["default"].isNull ? [] : [property["default"]]) {
        let document: JSON = ["defaults": .object([key: example])]
        let issues = ConfigurationDocument.issuesApartFromReferences(
          Array(document.text().utf8),
          name: "example",
          vocabulary: .standard
        )
        #expect(issues == [], "\(document.text())")
      }
    }
  }

  @Test func `the decoder takes every example of an object of a setting`() throws {
    let definitions = ResourceConfiguration.jsonSchema()["$defs"]
    for (key, property) in try #require(definitions["defaults"]["properties"].object) {
      let names = (property["allOf"].array ?? [property]).flatMap { [$0["then"]["$ref"].string, $0["$ref"].string] }
      for name in names.compactMap({ $0?.split(separator: "/").last.map(String.init) }) {
        let whole = property["examples"].array?.compactMap(\.object).first ?? [:]
        for (inner, member) in try #require(definitions[name]["properties"].object) {
          for example in member["examples"].array ?? [] where isAlone(inner, beside: whole) {
            var object = whole
            object[inner] = .some(example)
            let document: JSON = ["defaults": .object([key: .object(object)])]
            let issues = ConfigurationDocument.issuesApartFromReferences(
              Array(document.text().utf8),
              name: "example",
              vocabulary: .standard
            )
            #expect(issues == [], "\(document.text())")
          }
        }
      }
    }
  }

  /// Whether a key can be set beside the others: no rule demands or excludes another key.
  private func isAlone(_ key: String, beside whole: JSON.Object) -> Bool {
    whole[key] != nil || !["caDirectory", "key", "level", "password"].contains(key)
  }

  @Test func `nothing is made and no file is read where nothing is looked up`() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "never-\(UUID())").path
    let document: JSON = [
      "service": "a", "baseUrl": "https://a.example", "endpointsFile": .string("\(directory)/endpoints.json"),
      "health": ["path": "/"], "cache": ["disk": ["directory": .string(directory)]],
    ]
    #expect(
      ConfigurationDocument.issuesApartFromReferences(Array(document.text().utf8), name: "a", vocabulary: .standard)
        == []
    )
    #expect(!FileManager.default.fileExists(atPath: directory))
  }
}
