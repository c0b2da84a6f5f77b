// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// Compares our decoder with Foundation's: the same value, or the same kind of error, for any text and every type.
///
/// The first byte of an input selects the type, the rest is the text. The decoder gets a copy of exactly the text's
/// size, so that AddressSanitizer detects reads beyond it.
enum DecodingFuzz: FuzzTarget {
  static let name = "json-decoding"
  static let seeds: String? = "Tests/Fuzz/Seeds/json-decoding"

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first else { return }
    let text = Data(bytes.dropFirst())
    let one = DecodingCases.all[Int(first) % DecodingCases.all.count]
    let difference = one.difference(text)
    precondition(difference == nil, "\(one.name): \(difference ?? "")")
  }
}
