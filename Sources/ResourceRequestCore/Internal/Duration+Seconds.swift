// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Duration {
  /// Seconds, with their fraction.
  var inSeconds: Double {
    // Up to nine seconds fit in a word, which is taken apart without numbers of two words.
    if let word = Int64(exactly: attoseconds) { return Double(word) / 1e18 }
    let (seconds, attoseconds) = clamped.components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
