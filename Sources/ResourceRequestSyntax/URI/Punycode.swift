// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The code of RFC 3492, which writes a label with letters outside ASCII in ASCII.
enum Punycode {
  /// Encodes scalars; `nil` if a counter would overflow (RFC 3492 §6.4), which cannot happen for a label of a host
  /// name.
  static func encode(_ scalars: [Unicode.Scalar]) -> String? {
    var output = scalars.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
    let basicCount = output.count
    var handled = basicCount
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }
    var threshold: UInt32 = 128
    var delta: UInt32 = 0
    var bias: UInt32 = 72
    while handled < scalars.count {
      guard let next = scalars.lazy.map(\.value).filter({ $0 >= threshold }).min() else { return nil }
      let (step, overflow) = (next - threshold).multipliedReportingOverflow(by: UInt32(handled + 1))
      let (sum, overflowInSum) = delta.addingReportingOverflow(step)
      guard !overflow, !overflowInSum else { return nil }
      delta = sum
      threshold = next
      for scalar in scalars {
        if scalar.value < threshold {
          guard delta < .max else { return nil }
          delta += 1
        }
        guard scalar.value == threshold else { continue }
        appendInteger(delta, bias: bias, to: &output)
        bias = adapted(delta, count: UInt32(handled + 1), isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      guard delta < .max else { return nil }
      delta += 1
      threshold += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Decodes scalars; `nil` if the text is no such code (RFC 3492 §6.2).
  static func decode(_ text: String) -> [Unicode.Scalar]? {
    // A label has at most 63 bytes, and decoding takes time as the square of them.
    guard text.utf8.count <= 63, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let (basic, code) = text.lastIndex(ofByte: "-").map { (text[..<$0], text[$0...].dropFirst()) } ?? ("", text[...])
    var output = Array(basic.unicodeScalars)
    var (value, index, bias): (UInt32, UInt32, UInt32) = (128, 0, 72)
    var rest = code.utf8[...]
    while !rest.isEmpty {
      let before = index
      var (weight, step): (UInt32, UInt32) = (1, 36)
      while true {
        guard let digit = rest.popFirst().flatMap(integer) else { return nil }
        let (part, overflow) = digit.multipliedReportingOverflow(by: weight)
        let (sum, overflowInSum) = index.addingReportingOverflow(part)
        guard !overflow, !overflowInSum else { return nil }
        index = sum
        let limit = step <= bias ? 1 : min(step - bias, 26)
        if digit < limit { break }
        let (product, overflowInProduct) = weight.multipliedReportingOverflow(by: 36 - limit)
        guard !overflowInProduct else { return nil }
        weight = product
        step += 36
      }
      let count = UInt32(output.count + 1)
      bias = adapted(index - before, count: count, isFirst: before == 0)
      let (next, overflow) = value.addingReportingOverflow(index / count)
      guard !overflow, let scalar = Unicode.Scalar(next) else { return nil }
      value = next
      index %= count
      output.insert(scalar, at: Int(index))
      index += 1
    }
    return output
  }

  private static func integer(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 26
    default: nil
    }
  }

  private static func appendInteger(_ value: UInt32, bias: UInt32, to output: inout [UInt8]) {
    var rest = value
    var weight: UInt32 = 36
    while true {
      let limit = weight <= bias ? 1 : min(weight - bias, 26)
      if rest < limit { break }
      output.append(digit(limit + (rest - limit) % (36 - limit)))
      rest = (rest - limit) / (36 - limit)
      weight += 36
    }
    output.append(digit(rest))
  }

  private static func adapted(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps: UInt32 = 0
    while delta > 455 {
      delta /= 35
      steps += 36
    }
    return steps + 36 * delta / (delta + 38)
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    UInt8(value < 26 ? UInt32(UInt8(ascii: "a")) + value : UInt32(UInt8(ascii: "0")) + value - 26)
  }
}
