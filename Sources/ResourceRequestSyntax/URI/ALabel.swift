// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A-labels, `xn--…`, which must stand for a label that is written so and in no other way (UTS 46 §4.1).
///
/// Whether decomposed letters stand in it is not checked.
enum ALabel {
  /// The letters that a lowercase A-label stands for.
  static func letters(of label: String) throws(HostName.Invalid) -> [Unicode.Scalar] {
    let code = String(label.dropFirst(4))
    guard let letters = Punycode.decode(code), let first = letters.first, !letters.allSatisfy(\.isASCII),
      // A label has one code.
      Punycode.encode(letters)?.hasSameBytes(as: code) == true,
      !first.isMark, !String(String.UnicodeScalarView(letters)).begins(withBytesOf: "xn--")
    else { throw .aLabel }
    var previous = first
    for letter in letters {
      guard isValid(letter, after: previous) else { throw .aLabel }
      previous = letter
    }
    return letters
  }

  private static func isValid(_ letter: Unicode.Scalar, after previous: Unicode.Scalar) -> Bool {
    switch letter {
    // Kept in UTS 46's nontransitional form.
    case "ß", "ς": return true
    // Joiners stand behind a virama (RFC 5892 A.1, A.2); between cursive letters they are refused here.
    case "\u{200C}", "\u{200D}": return previous.properties.canonicalCombiningClass == .virama
    // Signs about text and not of it, which UTS 46 disallows though no mapping changes them; and a full stop that it maps.
    case "\u{2FF0}"..."\u{2FFF}", "\u{31EF}", "\u{FFFC}", "\u{FFFD}", "\u{3002}": return false
    default: break
    }
    switch letter.properties.generalCategory {
    case .control, .format, .privateUse, .surrogate, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator:
      return false
    default:
      return !letter.properties.changesWhenNFKCCaseFolded
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a mark, which combines with what stands before it.
  package var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}
