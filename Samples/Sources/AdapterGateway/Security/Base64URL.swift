// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// Base64 for URLs, without padding (RFC 7515 §2).
enum Base64URL {
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Decodes the bytes; `nil` if the text is not Base64 for URLs.
  static func decode(_ text: some StringProtocol) -> Data? {
    guard !text.contains(where: { "+/=".contains($0) }) else { return nil }
    let text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
  }

  /// A random text of 32 bytes, which cannot be guessed.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }
}
