// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Finds the word that was probably meant.
package enum ClosestWord {
  /// The nearest of the words by up to a third of wrong letters, ignoring case; `nil` if none is near.
  package static func to(_ written: String, among words: some Sequence<String>) -> String? {
    let letters = written.utf8.map(FieldCharacters.lowercased)
    guard letters.count <= 64 else { return nil }
    var best: (word: String, distance: Int)?
    for word in words {
      let limit = max(1, min(letters.count, word.utf8.count) / 3)
      // As many letters at least are inserted or deleted as one is longer than the other.
      guard abs(letters.count - word.utf8.count) <= limit else { continue }
      let distance = distance(letters, word.utf8.map(FieldCharacters.lowercased))
      if distance <= limit, distance < best?.distance ?? .max {
        best = (word, distance)
      }
    }
    return best?.word
  }

  /// The nearest of the words, or the one that has most letters in common with the beginning or as the end: `retry` for
  /// `retries`, `breaker` for `circuitBreaker`.
  static func kin(_ written: String, among words: some Sequence<String>) -> String? {
    if let nearest = to(written, among: words) { return nearest }
    let letters = written.utf8.map(FieldCharacters.lowercased)
    guard letters.count <= 64 else { return nil }
    let kin = words.compactMap { word -> (word: String, shared: Int)? in
      let other = word.utf8.map(FieldCharacters.lowercased)
      let shared = zip(letters, other).prefix { $0 == $1 }.count
      guard other.count >= 4, shared * 4 >= other.count * 3 || letters.suffix(other.count) == other[...] else {
        return nil
      }
      return (word, shared)
    }
    return kin.max { $0.shared < $1.shared }?.word
  }

  /// The number of insertions, deletions, substitutions and swaps of neighbours between two words (optimal string
  /// alignment).
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
