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

/// The letters outside ASCII that are the same before and after normalization (NFKC) and the mapping of UTS 46.
enum InternationalLetters {
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    guard let range = ranges.first(where: { value <= $0.upperBound }), range.contains(value) else { return false }
    switch scalar.properties.generalCategory {
    // Unassigned code points and upper-case letters in the ranges below are not letters of a name.
    case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .letterNumber, .nonspacingMark, .spacingMark:
      return true
    default:
      return false
    }
  }

  /// In rising order; the gaps are compatibility characters, composition exclusions, and marks that compose with the
  /// preceding character.
  private static let ranges: [ClosedRange<UInt32>] = [
    0xDF...0xF6, 0xF8...0x132, 0x134...0x13E, 0x141...0x148, 0x14A...0x17E,  // Latin
    0x180...0x1C3, 0x1CD...0x1F0, 0x1F4...0x24F, 0x250...0x2AF,
    0x371...0x373, 0x377...0x377, 0x3AC...0x3CE,  // Greek
    0x430...0x481, 0x48A...0x52F,  // Cyrillic
    0x561...0x586,  // Armenian
    0x5D0...0x5EA,  // Hebrew
    0x620...0x63F, 0x641...0x64A, 0x660...0x669, 0x671...0x674, 0x679...0x6BF, 0x6C1...0x6C1, 0x6C3...0x6D2,  // Arabic
    0x6D5...0x6D5, 0x6F0...0x6F9,
    0x902...0x928, 0x92A...0x930, 0x932...0x933, 0x935...0x939, 0x93E...0x94D, 0x966...0x96F,  // Devanagari
    0xE01...0xE32, 0xE34...0xE3A, 0xE40...0xE4E, 0xE50...0xE59,  // Thai
    0x10D0...0x10FA,  // Georgian
    0x1E00...0x1E99, 0x1EA0...0x1EFF,  // Latin, Vietnamese
    0x3005...0x3005, 0x3007...0x3007, 0x3041...0x3096, 0x309D...0x309E,  // Japanese
    0x30A1...0x30FA, 0x30FC...0x30FE,
    0x3105...0x312F,  // Bopomofo
    0x3400...0x4DBF, 0x4E00...0x9FFF,  // ideographs
    0xAC00...0xD7A3,  // Hangul
    0x20000...0x2A6DF, 0x2A700...0x2EBE0,
  ]
}

/// The Bidi rule of host names (RFC 5893 §2): a label that would be shown in another order than it is written, or would
/// change places with its neighbors, is refused.
enum BidiRule {
  /// A letter's class, as far as the rule tells them apart (UAX 9).
  private enum Kind { case left, right, number, arabicNumber, mark, neutral }

  /// Whether a label makes its name one of the rule: it has a letter or number from right to left.
  static func isRightToLeft(_ label: [Unicode.Scalar]) -> Bool {
    label.contains { [.right, .arabicNumber].contains(kind($0)) }
  }

  /// Whether a label of such a name keeps the rule, as an empty one does.
  static func accepts(_ label: [Unicode.Scalar]) -> Bool {
    let kinds = label.map(kind)
    guard let first = kinds.first else { return true }
    let last = kinds.last { $0 != .mark }
    return switch first {
    case .right:
      !kinds.contains(.left) && [.right, .number, .arabicNumber].contains(last)
        && !(kinds.contains(.number) && kinds.contains(.arabicNumber))
    case .left:
      !kinds.contains(.right) && !kinds.contains(.arabicNumber) && [.left, .number].contains(last)
    default: false
    }
  }

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x30...0x39, 0x6F0...0x6F9: return .number
    case 0x600...0x605, 0x660...0x669, 0x66B...0x66C, 0x6DD, 0x10D30...0x10D39, 0x10E60...0x10E7E: return .arabicNumber
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .mark
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .spacingMark,
      .letterNumber,
      .decimalNumber:
      return blocks.contains { $0.contains(scalar.value) } ? .right : .left
    default:
      return .neutral
    }
  }

  /// Hebrew, Arabic, Syriac, Thaana, N'Ko and their like, in rising order.
  private static let blocks: [ClosedRange<UInt32>] = [
    0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
  ]
}
