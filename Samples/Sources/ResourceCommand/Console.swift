// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// A stream for people: lines, in colour if it is a terminal and colour is not disabled.
struct Console: Sendable {
  static let standardError = Console(.standardError)
  static let standardOutput = Console(.standardOutput)

  /// Whether it is a terminal that can draw.
  let isTerminal: Bool
  private let descriptor: Descriptor
  let isColoured: Bool

  private init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    let environment = ProcessInfo.processInfo.environment
    isTerminal = isatty(descriptor.number) == 1 && environment["TERM"] != "dumb"
    isColoured = isTerminal && environment["NO_COLOR", default: ""].isEmpty
  }

  /// How many columns the terminal has; 80 where it does not say.
  var width: Int {
    var size = winsize()
    guard ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes a line.
  ///
  /// If the stream is closed, the output is not wanted.
  func write(_ line: String) {
    try? descriptor.write(Data((line + "\n").utf8))
  }

  /// Writes over the line the terminal's cursor is in.
  func rewriteLine(_ line: String) {
    try? descriptor.write(Data("\r\(line)\u{1B}[K".utf8))
  }

  func red(_ text: String) -> String { coloured(text, "31") }
  func dim(_ text: String) -> String { coloured(text, "2") }

  private func coloured(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
