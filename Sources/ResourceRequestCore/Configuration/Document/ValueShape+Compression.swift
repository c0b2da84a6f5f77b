// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ValueShape where Value == RequestCompression {
  /// A word, or an object with a coding and a size.
  static let requestCompression: ValueShape = {
    let object = ObjectShape<Draft>(
      "requestCompression",
      "Compression of request bodies.",
      [
        ObjectMember("coding", \.coding, .word, isRequired: true, "The content coding: gzip or deflate."),
        ObjectMember(
          "above",
          \.above,
          .byteCount,
          standard: "1KiB",
          "The body size above which the body is compressed."
        ),
      ]
    )
    let shape = object.value(startingFrom: Draft())
    let word = ValueShape<Word>.word
    return ValueShape(.either(word.schema, object.schema)) { node, reading in
      if node.members != nil {
        return shape.read(node, &reading).flatMap { draft in
          draft.coding.map { RequestCompression(coding: $0, threshold: draft.above ?? standardThreshold) }
        }
      }
      guard case .string? = node.scalar else {
        reading.report(expected: "\"none\", \"gzip\", \"deflate\" or an object with \"coding\"", at: node)
        return nil
      }
      return word.read(node, &reading).map { word in
        switch word {
        case .none: .never
        case .gzip: .gzip
        case .deflate: .deflate
        }
      }
    }
  }()

  private static let standardThreshold = RequestCompression.standardThreshold

  private struct Draft: Sendable {
    var coding: ContentCoding?
    var above: Int?
  }

  private enum Word: String, CaseIterable, Sendable {
    case none
    case gzip
    case deflate
  }
}
