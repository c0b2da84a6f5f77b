// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// A typical response document, the same in every run: objects with text, numbers, booleans and lists.
struct SampleDocument: Codable {
  struct Entry: Codable {
    let id: Int
    let name: String
    let note: String
    let price: Double
    let active: Bool
    let tags: [String]
    let place: Place
  }

  struct Place: Codable {
    let city: String
    let latitude: Double
    let longitude: Double
  }

  let entries: [Entry]

  /// The JSON text of a document of about a million bytes.
  static func text() throws -> Data {
    let entries = (0..<4200).map(entry)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(SampleDocument(entries: entries))
  }

  private static func entry(_ number: Int) -> Entry {
    let note =
      number % 3 == 0 ? "Ein Text mit Ümläuten, \"quotes\" and\na line end" : "plain words without anything special"
    let price = Double(number % 1000) * 1.25 + 0.1
    let shift = Double(number) / 1e4
    let place = Place(city: "Town \(number % 97)", latitude: 52.5 + shift, longitude: 13.4 - shift)
    return Entry(
      id: number * 7919,
      name: "Entry number \(number)",
      note: note,
      price: price,
      active: number % 2 == 0,
      tags: ["alpha", "beta-\(number % 17)", "gamma"],
      place: place
    )
  }
}
