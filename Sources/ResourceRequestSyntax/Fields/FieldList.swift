// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Comma-separated list fields (RFC 9110 §5.6.1).
package enum FieldList {
  /// The elements of a list, in order, without whitespace around them; empty ones are left out as the RFC requires, unless
  /// it is not known whether the field is a list.
  ///
  /// A comma inside a quoted string separates nothing; a quoted string that is not closed reaches to the end.
  package static func split(_ value: some StringProtocol, omittingEmpty: Bool = true) -> [String] {
    var scanner = FieldScanner(value)
    var elements: [String] = []
    repeat {
      let element = scanner.text(toUnquoted: ",")
      if !omittingEmpty || !element.isEmpty { elements.append(element) }
    } while scanner.consume(",")
    return elements
  }

  /// The elements of a field that came in several lines.
  ///
  /// The lines count as one list, joined by commas (RFC 9110 §5.3), so an unclosed quoted string swallows the lines
  /// after it.
  package static func split(lines: some Sequence<String>, omittingEmpty: Bool = true) -> [String] {
    split(lines.joined(separator: ", "), omittingEmpty: omittingEmpty)
  }
}
