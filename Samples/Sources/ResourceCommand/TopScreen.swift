// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// One screen of `resource top`, drawn over the previous one.
struct TopScreen {
  let title: String

  /// The text to write to the terminal.
  ///
  /// - Parameters:
  ///   - status: the status to show.
  ///   - rate: attempts per second since the last reading.
  ///   - trouble: why the status shown is outdated.
  ///   - columns: the terminal's width.
  ///   - rows: the terminal's height.
  /// - Returns: text with control sequences (ECMA-48).
  func text(_ status: ClientStatus, rate: Double?, trouble: String?, _ columns: Int, _ rows: Int) -> String {
    var head = title
    if let rate { head += ", \(Int(min(max(0, rate), 1e15).rounded())) attempts a second" }
    if let trouble { head += " — \(trouble)" }
    var lines = [String(head.controlsWrittenOut.prefix(columns))]
    lines += status.text(columns: columns).linesWrittenOut.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init
    )
    // An extra line would scroll the first one away.
    lines = lines.prefix(max(2, rows - 1)).map { String($0.prefix(columns)) }
    // Moves home, overwrites line by line, then clears the rest: clearing everything first would flicker.
    return "\u{1B}[H" + lines.map { $0 + "\u{1B}[K\r\n" }.joined() + "\u{1B}[J"
  }
}

extension Console {
  /// The number of rows of the terminal; 24 if it does not say.
  var height: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
    return Int(size.ws_row)
  }
}
