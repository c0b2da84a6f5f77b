// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Objects of several kinds that one key tells apart.
struct UnionShape<Value: Sendable>: Sendable {
  /// The key that says which kind it is.
  let tag: String
  /// The kinds, by the word that stands under the key.
  let cases: [(word: String, shape: ValueShape<Value>)]

  /// One of the kinds, as a kind of value.
  var value: ValueShape<Value> {
    ValueShape(.any(of: cases.map(\.shape.schema))) { node, reading in
      guard let members = node.members else {
        reading.report(expected: "an object", at: node)
        return nil
      }
      guard let word = members.first(where: { $0.key == tag }) else {
        reading.report("the key \"\(tag)\" is missing, expected \(words)", at: node)
        return nil
      }
      guard let written = ValueShape.text.read(word.value, &reading) else { return nil }
      guard let kind = cases.first(where: { $0.word == written.text }) else {
        let suggestion = written.isLiteral ? ClosestWord.to(written.text, among: cases.map(\.word)) : nil
        reading.report("expected \(words), found \(written.shown)", at: word.value, suggestion: suggestion)
        return nil
      }
      return kind.shape.read(node, &reading)
    }
  }

  private var words: String {
    cases.map { "\"\($0.word)\"" }.joined(separator: " or ")
  }
}
