// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

extension String {
  /// Formats a number with a fixed number of decimals.
  init(_ value: Double, decimals: Int, signed: Bool = false) {
    // The longest number has 309 digits.
    var text = [CChar](repeating: 0, count: 400)
    let length = withVaList([value]) { vsnprintf(&text, text.count, "%\(signed ? "+" : "").\(decimals)f", $0) }
    let bytes = text.prefix(Swift.max(0, Swift.min(Int(length), text.count - 1))).map(UInt8.init(bitPattern:))
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension StringProtocol {
  /// Pads the text with blanks to a length.
  func padded(to length: Int) -> String { self + String(repeating: " ", count: Swift.max(0, length - count)) }

  /// Puts blanks before the text up to a length, and at least one.
  func aligned(to length: Int) -> String { String(repeating: " ", count: Swift.max(1, length - count)) + self }
}
