// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ValueShape where Value == TracePropagation {
  private enum Word: String, CaseIterable, Sendable {
    case trace
    case baggage

    var option: TracePropagation { self == .trace ? .trace : .baggage }
  }

  /// An array of the parts that go along.
  static let propagation: ValueShape = {
    let word = ValueShape<Word>.word
    return ValueShape(.array(of: word.schema)) { node, reading in
      guard let elements = node.elements else {
        reading.report(expected: "an array of \"trace\" and \"baggage\"", at: node)
        return nil
      }
      var all: TracePropagation = []
      for element in elements {
        if let part = word.read(element, &reading) { all.insert(part.option) }
      }
      return all
    }.written { parts in .array(Word.allCases.filter { parts.contains($0.option) }.map { .string($0.rawValue) }) }
  }()
}
