// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Finds the word that was probably meant.
package enum ClosestWord {
  /// The nearest of the words, nil where none is near: a third of the letters may be wrong, and letter case is free.
  package static func to(_ written: String, among words: some Sequence<String>) -> String? {
    let letters = written.utf8.map(FieldCharacters.lowercased)
    guard letters.count <= 64 else { return nil }
    var best: (word: String, distance: Int)?
    for word in words {
      let distance = distance(letters, word.utf8.map(FieldCharacters.lowercased))
      if distance <= max(1, min(letters.count, word.utf8.count) / 3), distance < best?.distance ?? .max {
        best = (word, distance)
      }
    }
    return best?.word
  }

  /// How many letters must be put in, taken out, changed or swapped with their neighbour to get from one to the other
  /// (optimal string alignment).
  static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...other.count)
    for (row, letter) in one.enumerated() {
      var current = [row + 1]
      for (column, match) in other.enumerated() {
        var least = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == match ? 0 : 1))
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == match {
          least = min(least, before[column - 1] + 1)
        }
        current.append(least)
      }
      (before, last) = (last, current)
    }
    return last[other.count]
  }
}
