// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Host names with letters outside ASCII, turned into A-labels (RFC 5891), as the URL standard's "domain to ASCII" does.
///
/// Of the mapping of UTS 46, letter case and the ideographic full stop are implemented here. The compatibility
/// mappings, and the composition of decomposed letters, are not. So only letters
/// that these mappings leave unchanged are accepted (``InternationalLetters``); all others are refused and must be
/// written as an A-label, instead of being sent as a name that another program would spell differently. `ß` and final
/// sigma are kept, as in UTS 46's nontransitional form.
enum InternationalName {
  static func ascii(_ name: String) throws(HostName.Invalid) -> String {
    var labels: [(ascii: String, letters: [Unicode.Scalar])] = []
    for label in name.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isDot) {
      labels.append(try converted(label))
    }
    // One label from right to left binds all of them (RFC 5893 §1.4).
    if labels.contains(where: { BidiRule.isRightToLeft($0.letters) }) {
      guard labels.allSatisfy({ BidiRule.accepts($0.letters) }) else { throw .direction }
    }
    return labels.map(\.ascii).joined(separator: ".")
  }

  /// A label in ASCII, and the letters that it stands for.
  private static func converted(
    _ label: Substring.UnicodeScalarView
  ) throws(HostName.Invalid) -> (ascii: String, letters: [Unicode.Scalar]) {
    var mapped: [Unicode.Scalar] = []
    var combiningClass: UInt8 = 0
    for scalar in label {
      for lower in scalar.properties.lowercaseMapping.unicodeScalars {
        // Marks in another order would be put in order by normalization.
        let next = lower.properties.canonicalCombiningClass.rawValue
        guard lower.isASCII || InternationalLetters.contains(lower), next == 0 || next >= combiningClass
        else { throw .unmappable }
        combiningClass = next
        mapped.append(lower)
      }
    }
    if mapped.allSatisfy(\.isASCII) {
      let text = String(String.UnicodeScalarView(mapped))
      return (text, try text.begins(withBytesOf: "xn--") ? ALabel.letters(of: text) : mapped)
    }
    if let first = mapped.first, !first.isASCII, !first.properties.isAlphabetic,
      first.properties.generalCategory != .decimalNumber
    {
      throw .unmappable
    }
    // RFC 5891 §4.2.3.1: a U-label has no hyphens in its third and fourth place.
    if mapped.count >= 4, mapped[2...3] == ["-", "-"] { throw .unmappable }
    guard mapped.count <= 63, let encoded = Punycode.encode(mapped) else { throw .longLabel }
    return ("xn--" + encoded, mapped)
  }

  /// UTS 46 maps the three other full stops to the ASCII one.
  private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == "\u{3002}" || scalar == "\u{FF0E}" || scalar == "\u{FF61}"
  }
}
