// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ValueShape where Value == Double {
  /// A share: a number from 0 to 1, or text in percent.
  package static let share = ValueShape(
    .either(
      SchemaPart(body: ["type": "number", "minimum": 0, "maximum": 1]),
      .text(pattern: "^\(TextPattern.percent)$", expected: expectedShare, examples: "25%", 0.25)
    )
  ) { node, reading in
    let expected = expectedShare
    var found: Double?
    switch node.scalar {
    case .number(let number)?: found = number.double
    case .string?:
      guard let text = ValueShape<ConfiguredText>.text.read(node, &reading) else { return nil }
      let digits = text.text.utf8.last == UInt8(ascii: "%") ? text.text.dropLast() : ""
      if !digits.isEmpty, AmountText.isPlainNumber(String(digits)) { found = Double("\(digits)e-2") }
    default: return reading.expect(nil, expected, at: node)
    }
    guard let found, (0...1).contains(found) else {
      return reading.refuse("not a share from 0 to 100 %, expected \(expected)", at: node)
    }
    return found
  }.written(by: { JSON($0) }, spelled: { .string("\(AmountText.percent($0))%") })

  /// A share above zero.
  static let positiveShare = ValueShape.share.checked { share, node, reading in
    if share == 0 { reading.report("a share of zero never applies, expected more than zero", at: node) }
  }.described(
    by: .either(
      SchemaPart(body: ["type": "number", "exclusiveMinimum": 0, "maximum": 1]),
      .text(pattern: "^\(TextPattern.somePercent)$", expected: "\(expectedShare), above zero", examples: "25%", 0.25)
    )
  )

  private static let expectedShare = "a share such as \"50%\", or a number from 0 to 1"

  /// A number of a range.
  static func number(_ range: ClosedRange<Double>) -> ValueShape {
    let (least, most) = (written(range.lowerBound), written(range.upperBound))
    let schema: JSON.Object = ["type": "number", "minimum": least, "maximum": most]
    let example = written(min(max(range.lowerBound, 2), range.upperBound))
    return ValueShape(SchemaPart(body: schema, examples: [example])) { node, reading in
      let expected = "a number from \(least.text()) to \(most.text())"
      guard case .number(let number)? = node.scalar else { return reading.expect(nil, expected, at: node) }
      guard let value = number.double, range.contains(value) else {
        return reading.refuse("expected \(expected)", at: node)
      }
      return value
    }.written(by: { JSON($0) }, spelled: written)
  }

  /// A number, without a fraction if it is whole.
  private static func written(_ number: Double) -> JSON { Int(exactly: number).map { JSON($0) } ?? JSON(number) }
}

extension ValueShape where Value == Bool {
  /// A truth value.
  static let truth = ValueShape(SchemaPart(body: ["type": "boolean"], examples: [true, false])) { node, reading in
    reading.expect(node.scalar?.bool, "true or false", at: node)
  }.written { .bool($0) }
}

extension ValueShape {
  /// One of some words, or, if it is not text, a value of this shape.
  func or(_ words: KeyValuePairs<String, Value>, otherwise: String) -> ValueShape where Value: Sendable & Equatable {
    let pairs = words.map { ($0.key, $0.value) }
    let expected = "\(pairs.map { "\"\($0.0)\"" }.joined(separator: ", ")) or \(otherwise)"
    // Where a number is expected its text is accepted, as elsewhere.
    let readsNumbers = schema.allowsText
    return ValueShape(.either(.words(pairs.map(\.0)), schema)) { node, reading in
      guard case .string? = node.scalar else {
        if readsNumbers, case .number? = node.scalar { return read(node, &reading) }
        if node.members != nil { return read(node, &reading) }
        return reading.expect(nil, expected, at: node)
      }
      guard let text = ValueShape<ConfiguredText>.text.read(node, &reading) else { return nil }
      if let pair = pairs.first(where: { $0.0.hasSameBytes(as: text.text) }) { return pair.1 }
      if readsNumbers, DecimalDigits.areAll(text.text.utf8) { return read(node, &reading) }
      return reading.refuse(text, expected, among: pairs.map(\.0), at: node)
    }.having(keys).written { [write] value in pairs.first { $0.1 == value }.map { .string($0.0) } ?? write(value) }
  }

  /// An array with at least one element, or with any number of them.
  static func array<One>(of one: ValueShape<One>, _ expected: String = "an array", atLeast least: Int = 1) -> ValueShape
  where Value == [One] {
    ValueShape(.array(of: one.schema, atLeast: least)) { node, reading in
      guard let elements = reading.expect(node.elements, expected, at: node) else { return nil }
      if elements.count < least { reading.report("the array is empty, expected at least one element", at: node) }
      // The setting is the array, not its elements.
      let mark = reading.settings.count
      defer { reading.settings.removeSubrange(mark...) }
      return elements.compactMap { one.read($0, &reading) }
    }.written { .array($0.compactMap(one.write)) }
  }

  /// An array whose elements have no order; they are shown in one, so that equal sets are shown alike.
  static func set<Element: Sendable>(
    of shape: ValueShape<Element>,
    in order: @escaping @Sendable (Element, Element) -> Bool
  ) -> ValueShape where Value == Set<Element> {
    let elements = ValueShape<[Element]>.array(of: shape)
    return elements.map { all, _, _ in Set(all) }.written { elements.write($0.sorted(by: order)) }
  }
}
