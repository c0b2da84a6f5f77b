// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ValueShape where Value == RequestCompression {
  /// A word, or an object with a coding and a size.
  static let requestCompression: ValueShape = {
    let object = ObjectShape<Draft>("requestCompression", "Compression of request bodies.", rules: levelRules).with([
      ObjectMember("coding", \.coding, .word, isRequired: true, "The content coding: gzip, deflate, br or zstd."),
      ObjectMember("above", \.above, .byteCount, standard: "1KiB")
        .about("The body size above which the body is compressed."),
      ObjectMember("level", \.level, .wholeNumber(0...19))
        .about("The effort of br, 0 to 11 (5 if left out), or of zstd, 1 to 19 (3 if left out)."),
    ])
    let shape = object.value(startingFrom: Draft())
    let word = ValueShape<Word>.word
    return ValueShape(.either(word.schema, object.schema)) { node, reading in
      if node.members != nil {
        return shape.read(node, &reading).flatMap { draft in
          draft.coding.flatMap { rule($0, draft, node, &reading) }
        }
      }
      let expected = "\"none\", \"gzip\", \"deflate\", \"br\", \"zstd\" or an object with \"coding\""
      guard reading.expect(node.scalar?.string, expected, at: node) != nil else { return nil }
      return word.read(node, &reading).map {
        RequestCompression(coding: BodyCoding(name: $0.rawValue), threshold: standardThreshold)
      }
    }.written { compression in
      guard let coding = compression.coding else { return .string(AmountText.unlimited) }
      let level = coding.unusualLevel
      if compression.threshold == standardThreshold, level == nil { return .string(coding.name) }
      var object: JSON.Object = [
        "coding": .string(coding.name), "above": AmountText.shown(bytes: compression.threshold),
      ]
      if let level { object["level"] = JSON(level) }
      return .object(object)
    }
  }()

  /// Which levels each coding has, for the schema; ``rule(_:_:_:_:)`` reports the others.
  private static let levelRules: [KeyRule] = {
    let withoutLevels = KeyRule.schema([
      "if": ["required": ["coding"], "properties": ["coding": ["enum": ["gzip", "deflate"]]]],
      "then": ["properties": ["level": KeyRule.refused("\"level\"", "is for br and zstd")]],
    ])
    return [withoutLevels]
      + LoadedCoding.allCases.map { coding in
        let levels: JSON = [
          "minimum": .number(.init(coding.levels.lowerBound)), "maximum": .number(.init(coding.levels.upperBound)),
        ]
        return .schema([
          "if": ["required": ["coding"], "properties": ["coding": ["const": .string(coding.rawValue)]]],
          "then": ["properties": ["level": levels]],
        ])
      }
  }()

  private static let standardThreshold = RequestCompression.standardThreshold

  /// The rule of an object; a level is for the codings that have levels.
  private static func rule(
    _ coding: Coding,
    _ draft: Draft,
    _ node: PositionedJSON,
    _ reading: inout DocumentReading
  ) -> RequestCompression? {
    guard var coding = BodyCoding(name: coding.rawValue) else { return nil }
    if let level = draft.level {
      guard case .library(let loaded, _) = coding, loaded.levels.contains(level) else {
        let levels = if case .library(let loaded, _) = coding { loaded.levels } else { nil as ClosedRange<Int>? }
        let expected = levels.map { "\"level\" from \($0.lowerBound) to \($0.upperBound)" } ?? "no \"level\""
        let place = node.members?.first { $0.key.hasSameBytes(as: "level") }?.value ?? node
        return reading.refuse("expected \(expected) with \"coding\": \"\(coding.name)\"", at: place)
      }
      coding = .loaded(loaded, level: level)
    }
    return RequestCompression(coding: coding, threshold: draft.above ?? standardThreshold)
  }

  private struct Draft: Sendable {
    var coding: Coding?
    var above: Int?
    var level: Int?
  }

  private enum Coding: String, CaseIterable, Sendable {
    case gzip
    case deflate
    case br
    case zstd
  }

  private enum Word: String, CaseIterable, Sendable {
    case none
    case gzip
    case deflate
    case br
    case zstd
  }
}
