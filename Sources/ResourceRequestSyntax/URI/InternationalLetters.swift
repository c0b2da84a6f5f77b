// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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
