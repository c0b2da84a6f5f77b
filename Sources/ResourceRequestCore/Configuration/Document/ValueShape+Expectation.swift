// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ValueShape where Value == ExpectContinue {
  /// A size, or an object with a size and a time.
  static let expectContinue: ValueShape = {
    let object = ObjectShape<Draft>(
      "expectContinue",
      "When the request asks with Expect: 100-continue before it sends its body."
    ).with([
      ObjectMember("above", \.above, .byteCount, isRequired: true)
        .about("The body size above which the request asks first."),
      ObjectMember("wait", \.wait, .timeout, standard: "1s")
        .about("How long to wait for 100 (Continue) before the body is sent anyway."),
    ])
    let shape = object.value(startingFrom: Draft())
    let size = ValueShape<Int>.byteCount
    return ValueShape(.either(size.schema, object.schema)) { node, reading in
      guard node.members != nil else {
        return size.read(node, &reading).map { rule(above: $0, wait: ExpectContinue.standardWait) }
      }
      return shape.read(node, &reading).flatMap { draft in
        draft.above.map { rule(above: $0, wait: draft.wait ?? ExpectContinue.standardWait) }
      }
    }.written { expectation in
      guard let threshold = expectation.threshold else { return .string(AmountText.unlimited) }
      if expectation.wait == ExpectContinue.standardWait { return JSON(threshold) }
      return ["above": JSON(threshold), "wait": .string(AmountText.text(expectation.wait))]
    }
  }()

  private static func rule(above size: Int, wait: Timeout) -> ExpectContinue {
    size == .max ? .never : .above(size, wait: wait)
  }

  private struct Draft: Sendable {
    var above: Int?
    var wait: Timeout?
  }
}
