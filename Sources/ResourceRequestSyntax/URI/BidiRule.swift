// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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
    switch first {
    case .right:
      return !kinds.contains(.left) && [.right, .number, .arabicNumber].contains(last)
        && !(kinds.contains(.number) && kinds.contains(.arabicNumber))
    case .left:
      return !kinds.contains(.right) && !kinds.contains(.arabicNumber) && [.left, .number].contains(last)
    default:
      return false
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
