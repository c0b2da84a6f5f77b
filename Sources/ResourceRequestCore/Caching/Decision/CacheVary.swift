// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The requests that a response matches: the fields that its `Vary` names (RFC 9111 §4.1, RFC 9110 §12.5.5).
enum CacheVary {
  /// The most fields that a response may depend on; one that depends on more is not stored.
  private static let mostNames = 64

  /// The selecting fields of a response to a request, ordered by name; `nil` if no request can select it again.
  static func selectors(_ response: Headers, request: Headers, _ rules: CacheRules) -> [CachedResponse.Selector]? {
    guard response["Vary"] != nil else { return [] }
    var names: [String] = []
    for line in response.values(for: "Vary") {
      // Each line is parsed by itself: an odd one hides no other.
      for element in line.split(atByte: ",") {
        let name = element.trimming(whereByte: FieldSyntax.isWhitespace).lowercasedASCII()
        if name.isEmpty { continue }
        // A star anywhere, or an invalid name, is never selected again.
        guard FieldSyntax.isToken(name), !name.contains(byte: "*") else { return nil }
        if rules.ignoredVary.contains(name) || names.contains(where: { $0.hasSameBytes(as: name) }) { continue }
        guard !rules.hiddenFields.contains(name), names.count < mostNames else { return nil }
        names.append(name)
      }
    }
    names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return names.map { CachedResponse.Selector(name: $0, value: value(of: $0, in: request)) }
  }

  /// Whether a request is selected by a response's fields.
  static func matches(_ selectors: [CachedResponse.Selector], _ request: Headers) -> Bool {
    selectors.allSatisfy { selector in
      guard let value = value(of: selector.name, in: request) else { return selector.value == nil }
      return selector.value?.hasSameBytes(as: value) == true
    }
  }

  /// A field's value, normalized for comparison: lines as one list, without blanks around its members, and lists of
  /// preferences in lower case and ordered by weight.
  static func value(of name: String, in headers: Headers) -> String? {
    let lines = headers.values(for: name)
    guard !lines.isEmpty else { return nil }
    let elements =
      switch name {
      case "accept", "accept-charset", "accept-encoding", "accept-language": preferences(FieldList.split(lines: lines))
      // Of a field that is no list, an empty member may mean something.
      default: FieldList.split(lines: lines, omittingEmpty: false)
      }
    return elements.joined(separator: ",")
  }

  /// Members with their weights (RFC 9110 §12.4.2), the dearest first.
  private static func preferences(_ elements: [String]) -> [String] {
    var weighted: [(weight: Int, text: String)] = []
    for element in elements {
      // A quoted text may contain semicolons, and is compared unchanged.
      guard !element.contains(byte: "\"") else {
        weighted.append((1000, element))
        continue
      }
      let parts = element.split(atByte: ";").map { $0.trimming(whereByte: FieldSyntax.isWhitespace) }
      var weight = 1000
      var kept: [String] = []
      for part in parts {
        let (name, value) = part.cut(atByte: "=")
        if kept.isEmpty {
          kept.append(part.lowercasedASCII())
        } else if name.lowercasedASCII().hasSameBytes(as: "q"), let parsed = value.flatMap(thousandths) {
          weight = parsed
        } else {
          // Only names are the same in either case.
          kept.append(name.lowercasedASCII() + (value.map { "=" + $0 } ?? ""))
        }
      }
      weighted.append((weight, kept.joined(separator: ";")))
    }
    weighted.sort { one, other in
      one.weight != other.weight ? one.weight > other.weight : one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }
    // In a form that is a weight: one that is none stays as it is written, and so equals no other.
    return weighted.map { $0.weight == 1000 ? $0.text : "\($0.text);q=\(decimal($0.weight))" }
  }

  private static func decimal(_ thousandths: Int) -> String {
    let digits = "\(thousandths)"
    return "0." + String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
  }

  private static func thousandths(_ text: Substring) -> Int? {
    let (whole, fraction) = text.cut(atByte: ".")
    guard whole.utf8.count == 1, let ones = DecimalDigits.value(whole.utf8), ones <= 1 else { return nil }
    let digits = fraction ?? ""
    guard digits.utf8.count <= 3, digits.isEmpty || DecimalDigits.areAll(digits.utf8) else { return nil }
    let padded = digits + String(repeating: "0", count: 3 - digits.utf8.count)
    let weight = ones * 1000 + (DecimalDigits.value(padded.utf8) ?? 0)
    return weight <= 1000 ? weight : nil
  }
}
