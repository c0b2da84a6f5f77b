// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ValueShape where Value == Duration {
  /// A time: text with a unit.
  ///
  /// A number is refused, since it could mean seconds or milliseconds.
  package static let duration = amount(
    expected: "a time such as \"250ms\", \"3s\", \"1m\", \"2h\" or \"none\"",
    number: nil,
    pattern: "^(\(TextPattern.time)|none)$",
    examples: ["3s", "250ms"],
    fromNumber: AmountText.duration(withoutUnit:),
    fromText: AmountText.duration
  ).written(by: { .string(AmountText.text($0)) }, spelled: { .string(AmountText.spelled($0)) })

  /// A time that has an end: what comes after it comes.
  static let finite = duration.checked { time, node, reading in
    if time >= .longest {
      reading.report("what comes after a time without an end never comes, expected a time such as \"3s\"", at: node)
    }
  }.described(
    by: .text(
      pattern: "^\(TextPattern.time)$",
      expected: "a time such as \"250ms\", \"3s\", \"1m\" or \"2h\"",
      examples: "3s",
      "250ms"
    )
  )

  /// A number of milliseconds, which IBM's documents write as text.
  static let milliseconds = amount(
    expected: "a number of milliseconds",
    number: ["type": "number", "exclusiveMinimum": 0],
    pattern: #"^(?=[0-9.]*[1-9])[0-9]+(\.[0-9]+)?$"#,
    examples: [3000],
    fromNumber: AmountText.duration(milliseconds:),
    fromText: milliseconds(of:)
  )

  private static func milliseconds(of text: String) throws(AmountText.Refused) -> Duration {
    guard AmountText.isPlainNumber(text), let number = Double(text) else {
      throw AmountText.Refused(reason: "not a number")
    }
    return try AmountText.duration(milliseconds: number)
  }
}

extension ValueShape where Value == Timeout {
  /// A limit: a time, or "none".
  package static let timeout = ValueShape<Duration>.duration.map { duration, _, _ in Timeout(read: duration) }
    .written(by: { .string(AmountText.text($0)) }, spelled: { .string(AmountText.spelled($0.length)) })

  /// A limit of some milliseconds, which IBM's documents write as text.
  static let milliseconds = ValueShape<Duration>.milliseconds.map { duration, _, _ in Timeout(read: duration) }
}

extension Timeout {
  fileprivate init(read duration: Duration) { self = duration >= .longest ? .unlimited : .after(duration) }
}

extension ValueShape where Value == Int {
  /// A size: a number of bytes, or text with a unit.
  static let byteCount = amount(
    expected: "a number of bytes or a size such as \"64KiB\", \"10MB\" or \"none\"",
    number: ["type": "integer", "minimum": 1],
    pattern: "^(\(TextPattern.size)|none)$",
    examples: ["10MB", "64KiB"],
    fromNumber: AmountText.byteCount(_:),
    fromText: AmountText.byteCount(_:)
  ).written(by: { AmountText.shown(bytes: $0) }, spelled: { AmountText.spelled(bytes: $0) })

  /// An integer within a range, or its text.
  package static func wholeNumber(_ range: ClosedRange<Int>) -> ValueShape {
    amount(
      expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
      number: [
        "type": "integer", "minimum": .number(.init(range.lowerBound)), "maximum": .number(.init(range.upperBound)),
      ],
      pattern: "^[0-9]+$",
      examples: [JSON(range.clamped(to: 3...Int.max).lowerBound)],
      fromNumber: { number throws(AmountText.Refused) in
        guard let value = Int(exactly: number) else { throw .init(reason: "not a whole number") }
        guard range.contains(value) else { throw .init(reason: "out of range") }
        return value
      },
      fromText: { text throws(AmountText.Refused) in
        // More digits than fit are beyond every range.
        guard let value = DecimalDigits.bounded(text.utf8) else { throw .init(reason: "not a whole number") }
        guard range.contains(value) else { throw .init(reason: "out of range") }
        return value
      }
    ).written { JSON($0) }
  }
}

extension ValueShape {
  /// An amount.
  private static func amount(
    expected: String,
    number schema: JSON.Object?,
    pattern: String,
    examples: [JSON],
    fromNumber: @escaping @Sendable (Double) throws(AmountText.Refused) -> Value,
    fromText: @escaping @Sendable (String) throws(AmountText.Refused) -> Value
  ) -> ValueShape {
    let text = SchemaPart.text(pattern: pattern, expected: expected)
    var part = schema.map { .either(SchemaPart(body: $0), text) } ?? text
    part.examples = examples
    return ValueShape(part) { node, reading in
      do throws(AmountText.Refused) {
        switch node.scalar {
        case .number(let number)?:
          // A number beyond the range of a double is beyond every limit.
          return try fromNumber(number.double ?? (number.description.begins(withBytesOf: "-") ? -.infinity : .infinity))
        case .string?:
          guard let text = ValueShape<ConfiguredText>.text.read(node, &reading) else { return nil }
          do throws(AmountText.Refused) { return try fromText(text.text) } catch {
            throw text.isLiteral ? error : AmountText.Refused(reason: "not \(text.shown)")
          }
        default:
          reading.report(expected: expected, at: node)
        }
      } catch {
        reading.report("\(error.reason), expected \(expected)", at: node)
      }
      return nil
    }
  }
}
