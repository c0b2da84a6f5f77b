// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// One picture of `resource top`, drawn over the one before.
struct TopScreen {
  let title: String

  /// What a terminal is to be told.
  ///
  /// - Parameters:
  ///   - status: what is shown.
  ///   - rate: attempts a second since the last look.
  ///   - trouble: why what is shown is old.
  ///   - columns: how wide the terminal is.
  ///   - rows: how high it is.
  /// - Returns: text with control sequences (ECMA-48).
  func text(_ status: ClientStatus, rate: Double?, trouble: String?, _ columns: Int, _ rows: Int) -> String {
    var head = title
    if let rate { head += ", \(Int(min(max(0, rate), 1e15).rounded())) attempts a second" }
    if let trouble { head += " — \(trouble)" }
    var lines = [String(head.prefix(columns))]
    lines += status.text(columns: columns).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // A line too many would scroll the first away.
    lines = lines.prefix(max(2, rows - 1)).map { String($0.prefix(columns)) }
    // Home, each line to its end, then nothing below: no flicker, as clearing all would be.
    return "\u{1B}[H" + lines.map { $0 + "\u{1B}[K\r\n" }.joined() + "\u{1B}[J"
  }
}

extension Console {
  /// How many rows the terminal has; 24 where it does not say.
  var height: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
    return Int(size.ws_row)
  }
}
