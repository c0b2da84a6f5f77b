// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// A group of settings with a key more than it had: the property is one edit, its row the other.
private struct Tenancy: Sendable, Equatable {
  var tenant: String?
  var patience: Duration?  // the first edit

  static let table = ObjectShape<Tenancy>(
    "tenancy",
    "Whose calls they are.",
    [
      ObjectMember("tenant", \.tenant, .label, "The tenant.").example("shop"),
      // The second edit.
      ObjectMember("patience", \.patience, .duration, "How long the tenant waits.")
        .risk(.waitsLonger, .more(noneIsMost: true)),
    ]
  ).defaulting(to: Tenancy(patience: .seconds(120)))
}

/// The settings that have the group.
private struct Whole: Sendable, Equatable {
  var tenancy = Tenancy()

  static let table = ObjectShape<Whole>(
    "whole",
    "All settings.",
    [ObjectMember("tenancy", inheritingPartsOf: \.tenancy, Tenancy.table, "Whose calls they are.")]
  )

  init(_ json: String) throws {
    self = try Self.table.read(Array(json.utf8), name: "whole.json", startingFrom: Whole())
  }

  init(_ tenancy: Tenancy = Tenancy()) { self.tenancy = tenancy }
}

/// Everything else about a key follows from its property and its row.
@Suite struct `A key in two edits` {
  @Test func `is read, and a fault has its place`() throws {
    #expect(try Whole(#"{"tenancy": {"patience": "2s"}}"#).tenancy.patience == .seconds(2))
    let error = #expect(throws: ConfigurationError.self) { try Whole(#"{"tenancy": {"patience": 2}}"#) }
    #expect(error?.issues.first?.column == 26)
    #expect(error?.issues.first?.message.contains("has no unit") == true)
    let unknown = #expect(throws: ConfigurationError.self) { try Whole(#"{"tenancy": {"patiense": "2s"}}"#) }
    #expect(unknown?.issues.first?.suggestion == "patience")
  }

  @Test func `is shown, and read again as the same`() throws {
    let whole = try Whole(#"{"tenancy": {"tenant": "shop", "patience": "250ms"}}"#)
    let shown = Whole.table.shown(whole)
    #expect(JSON.object(shown).text() == #"{"tenancy":{"tenant":"shop","patience":"250ms"}}"#)
    #expect(try Whole(JSON.object(shown).text()) == whole)
    #expect(Whole.table.shown(Whole()).isEmpty)
  }

  @Test func `inherits by itself`() throws {
    let outer = try Whole(#"{"tenancy": {"tenant": "all", "patience": "9s"}}"#)
    let own = try Whole(#"{"tenancy": {"tenant": "shop"}}"#)
    let merged = Whole.table.inheritance(from: outer).completing(own)
    #expect(merged == Whole(Tenancy(tenant: "shop", patience: .seconds(9))))
    #expect(Whole.table.inheritance(from: outer).completing(Whole()) == outer)
    #expect(Whole.table.inheritance(from: Whole()).completing(own) == own)
  }

  @Test func `is in the schema, with its default as people write it`() {
    let property = Tenancy.table.schema.definitions["tenancy"]?["properties"]["patience"] ?? .null
    #expect(property["description"] == "How long the tenant waits.")
    #expect(property["default"] == "2m")
    #expect(property["type"] == "string")
  }

  @Test func `has a path, a risk, and a type for sources with single values`() throws {
    let key = try #require(Whole.table.keys.first { $0.path == ["tenancy", "patience"] })
    #expect(key.risk?.risk == .waitsLonger)
    #expect(key.types == ["string"])
  }
}
