// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension String {
  /// The text with control characters escaped, including C1: U+009B starts a terminal sequence as ESC [ does.
  var controlsWrittenOut: String {
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
    }
  }
}
