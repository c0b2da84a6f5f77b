// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension String {
  /// The text with its control characters escaped, so that the input of a caller or a peer cannot begin a line of its
  /// own in a log.
  package var onOneLine: String {
    // 0xC2 begins those of C1 too, such as U+009B, which begins a sequence as ESC [ does.
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.properties.generalCategory == .control {
        text += scalar.escaped(asASCII: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension StringProtocol {
  /// The beginning of a text that others wrote, in quotes; scalars are counted, of which a character may have any number.
  package func quotedStart(_ most: Int = 64) -> String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(most))).debugDescription
  }
}
