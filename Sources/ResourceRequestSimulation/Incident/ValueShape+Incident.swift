// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension ValueShape {
  /// An array of such values, with at least one.
  func list(of name: String) -> ValueShape<[Value]> {
    ValueShape<[Value]>(.array(of: schema, atLeast: 1)) { [read] node, reading in
      guard let elements = reading.expect(node.elements, "an array of \(name)", at: node) else { return nil }
      if elements.isEmpty { reading.report("the array of \(name) is empty, expected at least one", at: node) }
      return elements.compactMap { read($0, &reading) }
    }
  }
}

extension ValueShape where Value == Duration {
  /// A time above zero and with an end.
  static let span = ValueShape.duration.map { time, node, reading -> Duration? in
    if time.seconds <= 86_400 { return time }
    return reading.refuse("the time is longer than a day, expected at most \"24h\"", at: node)
  }.described(
    by: .text(
      pattern: "^\(TextPattern.time)$",
      expected: "a time such as \"250ms\", \"3s\", \"1m\" or \"2h\"",
      examples: "10s",
      "250ms"
    )
  )

  /// A time that may be zero, which means none.
  static let moment = ValueShape(
    .either(
      SchemaPart(body: ["type": "number", "minimum": 0, "maximum": 0]),
      .text(
        pattern: "^(0(ms|s|m|h)|\(TextPattern.time))$",
        expected: "a time such as \"250ms\", \"3s\", \"1m\", \"2h\", or 0",
        examples: "10s"
      )
    )
  ) { node, reading in
    isZero(node) ? .zero : span.read(node, &reading)
  }

  private static func isZero(_ node: PositionedJSON) -> Bool {
    if node.scalar?.double == 0 { return true }
    return node.scalar?.string.map { ["0s", "0ms", "0m", "0h"].contains($0) } ?? false
  }
}

extension ValueShape where Value == Double {
  /// A number of a range.
  static func quantity(_ range: ClosedRange<Int>) -> ValueShape {
    let schema: JSON.Object = [
      "type": "number", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound),
    ]
    return ValueShape(SchemaPart(body: schema, examples: [100])) { node, reading in
      if let number = node.scalar?.double, number >= Double(range.lowerBound), number <= Double(range.upperBound) {
        return number
      }
      let bounds = "from \(range.lowerBound) to \(range.upperBound)"
      return reading.refuse("expected a number \(bounds), found \(node.found)", at: node)
    }
  }

  /// A number above zero.
  static let weight = ValueShape(
    SchemaPart(body: ["type": "number", "exclusiveMinimum": 0, "maximum": 1e9], examples: [3])
  ) { node, reading in
    if let number = node.scalar?.double, number > 0, number <= 1e9 { return number }
    return reading.refuse("expected a number above 0 and at most 1000000000, found \(node.found)", at: node)
  }
}

extension ValueShape where Value == Bool {
  /// The value `true`: a false setting is omitted instead.
  static let flag = ValueShape(SchemaPart(body: ["const": true], examples: [true])) { node, reading in
    if node.scalar == .bool(true) { return true }
    return reading.refuse("expected true, or the key left out, found \(node.found)", at: node)
  }
}

extension ValueShape where Value == RequestMethod {
  /// A method.
  static let method = ValueShape<ConfiguredText>.someText.map { text, node, reading -> RequestMethod? in
    RequestMethod(text.text)
      ?? reading.refuse("expected a method such as \"GET\", found \(text.text.quotedStart())", at: node)
  }.described(
    by: .text(pattern: "^\(TextPattern.token)$", expected: "a method such as \"GET\"", examples: "POST")
  )
}

extension ValueShape where Value == ResourceURL {
  /// The address of a server.
  static let address = ValueShape<ConfiguredText>.someText.map { text, node, reading -> ResourceURL? in
    do throws(ResourceURL.Invalid) {
      let url = try ResourceURL(text.text)
      if url.query == nil, url.fragment == nil, url.userInfo == nil { return url }
      reading.report(
        "the URL has a query, a fragment or a user, expected none: it is the base of other URLs",
        at: node
      )
    } catch {
      reading.report("expected an absolute http or https URL: \(error.reason)", at: node)
    }
    return nil
  }.described(
    by: .text(
      pattern: TextPattern.server,
      expected: "an http or https URL without user, query and fragment",
      examples: "https://a.api.example"
    )
  )
}

extension PositionedJSON {
  /// The value in words for a message: a number or a text as it is written.
  var found: String {
    switch scalar {
    case .number(let number)?: number.description
    case .string(let text)?: text.quotedStart()
    default: kind
    }
  }
}
