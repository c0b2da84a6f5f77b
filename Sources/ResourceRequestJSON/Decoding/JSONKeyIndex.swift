// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestSyntax

/// The members of an object by name, for large objects and for converted keys.
final class JSONKeyIndex {
  private var places: [ExactText: Int] = [:]
  private var hasOddKeys = false

  init(_ document: JSONDocument, _ object: Int) {
    for key in document.keys(of: object) {
      let name = document.name(of: key, in: object)
      if !hasOddKeys { hasOddKeys = !name.utf8.allSatisfy { $0 < 0x80 } }
      // The last value of a repeated key counts.
      places[ExactText(name)] = key + 1
    }
  }

  /// The entry of a value; -1 if there is none.
  func find(_ name: String) -> Int {
    if let place = places[ExactText(name)] { return place }
    guard hasOddKeys, !name.utf8.allSatisfy({ $0 < 0x80 }) else { return -1 }
    // As Foundation's decoder, which has the keys in a Dictionary.
    return places.first { $0.key.text == name }?.value ?? -1  // Characters: see above.
  }

  /// The names, each once, in no order.
  var names: [String] { places.keys.map(\.text) }
}
