// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension ValueShape {
  /// An array of such values, with at least one.
  func list(of name: String) -> ValueShape<[Value]> {
    var schema = SchemaPart(body: ["type": "array", "minItems": 1, "items": .object(schema.body)])
    schema.take(definitionsOf: self.schema)
    return ValueShape<[Value]>(schema) { [read] node, reading in
      guard let elements = node.elements else {
        reading.report(expected: "an array of \(name)", at: node)
        return nil
      }
      if elements.isEmpty { reading.report("the array of \(name) is empty, expected at least one", at: node) }
      return elements.compactMap { read($0, &reading) }
    }
  }
}

extension ValueShape where Value == Duration {
  /// A time above zero and with an end.
  static let span = ValueShape.duration.map { time, node, reading -> Duration? in
    guard time.seconds <= 86_400 else {
      reading.report("the time is longer than a day, which nobody simulates", at: node)
      return nil
    }
    return time
  }

  /// A time that may be zero, of which there is none.
  static let moment = ValueShape(ValueShape.duration.schema.withZero) { node, reading in
    isZero(node) ? .zero : span.read(node, &reading)
  }

  private static func isZero(_ node: PositionedJSON) -> Bool {
    if node.scalar?.double == 0 { return true }
    return node.scalar?.string.map { ["0s", "0ms", "0m", "0h"].contains($0) } ?? false
  }
}

extension SchemaPart {
  /// The same for times that may be zero.
  fileprivate var withZero: SchemaPart { .any(of: [self, SchemaPart(body: ["const": 0])]) }
}

extension ValueShape where Value == Double {
  /// A number of a range.
  static func quantity(_ range: ClosedRange<Int>) -> ValueShape {
    let schema: JSON.Object = [
      "type": "number", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound),
    ]
    return ValueShape(SchemaPart(body: schema)) { node, reading in
      guard let number = node.scalar?.double, number >= Double(range.lowerBound), number <= Double(range.upperBound)
      else {
        let bounds = "from \(range.lowerBound) to \(range.upperBound)"
        reading.report("expected a number \(bounds), found \(node.found)", at: node)
        return nil
      }
      return number
    }
  }

  /// A number above zero.
  static let weight = ValueShape(SchemaPart(body: ["type": "number", "exclusiveMinimum": 0])) { node, reading in
    guard let number = node.scalar?.double, number > 0, number <= 1e9 else {
      reading.report("expected a number above 0, found \(node.found)", at: node)
      return nil
    }
    return number
  }

  /// A part of a whole: 0 to 1, or a percentage as text.
  static let portion = ValueShape(
    .any(of: [
      SchemaPart(body: ["type": "number", "minimum": 0, "maximum": 1]),
      SchemaPart(body: ["type": "string", "pattern": #"^[0-9]+(\.[0-9]+)?%$"#]),
    ])
  ) { node, reading in
    let number: Double? =
      if let text = node.scalar?.string {
        text.utf8.last == UInt8(ascii: "%") ? Double(text.dropLast()).map { $0 / 100 } : nil
      } else {
        node.scalar?.double
      }
    guard let number, (0...1).contains(number) else {
      reading.report("expected a share from 0 to 1 or from \"0%\" to \"100%\", found \(node.found)", at: node)
      return nil
    }
    return number
  }
}

extension ValueShape where Value == Bool {
  /// The value `true`: what is not so is left out.
  static let flag = ValueShape(SchemaPart(body: ["const": true])) { node, reading in
    if node.scalar == .bool(true) { return true }
    reading.report("expected true, or the key left out, found \(node.found)", at: node)
    return nil
  }
}

extension ValueShape where Value == RequestMethod {
  /// A method.
  static let method = ValueShape<ConfiguredText>.someText.map { text, node, reading -> RequestMethod? in
    guard let method = RequestMethod(text.text) else {
      reading.report("expected a method such as \"GET\"", at: node)
      return nil
    }
    return method
  }
}

extension ValueShape where Value == ResourceURL {
  /// The address of a server.
  static let address = ValueShape<ConfiguredText>.someText.map { text, node, reading -> ResourceURL? in
    do throws(ResourceURL.Invalid) {
      let url = try ResourceURL(text.text)
      if url.query == nil, url.fragment == nil, url.userInfo == nil { return url }
      reading.report("an endpoint has no query, fragment or user", at: node)
    } catch {
      reading.report("expected an absolute http or https URL: \(error.reason)", at: node)
    }
    return nil
  }
}

extension PositionedJSON {
  /// What it is, in words for a message: a number as it is written.
  var found: String {
    if case .number(let number)? = scalar { number.description } else { kind }
  }
}
