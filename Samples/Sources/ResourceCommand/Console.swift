// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// A stream for people: writes lines, in colour if it is a terminal and colour is not disabled.
struct Console: Sendable {
  static let standardError = Console(.standardError)
  static let standardOutput = Console(.standardOutput)

  /// Whether the stream is a terminal that supports control sequences.
  let isTerminal: Bool
  /// Whether the stream is a terminal of any kind.
  private let isScreen: Bool
  private let descriptor: Descriptor
  let isColoured: Bool

  private init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    let environment = ProcessInfo.processInfo.environment
    isScreen = isatty(descriptor.number) == 1
    isTerminal = isScreen && environment["TERM"] != "dumb"
    isColoured = isTerminal && environment["NO_COLOR", default: ""].isEmpty
  }

  /// The number of columns of the terminal; 80 if it does not say.
  var width: Int {
    var size = winsize()
    guard ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes a line.
  ///
  /// A write error is ignored: if the stream is closed, nobody reads the output.
  func write(_ line: String) {
    try? descriptor.write(Data((line + "\n").utf8))
  }

  /// Overwrites the terminal's current line.
  func rewriteLine(_ line: String) {
    try? descriptor.write(Data("\r\(line)\u{1B}[K".utf8))
  }

  /// Text of others in a form for this stream: a terminal gets controls written out, a pipe or file the text itself.
  func shown(_ text: String) -> String { isScreen ? text.linesWrittenOut : text }

  func red(_ text: String) -> String { coloured(text, "31") }
  func dim(_ text: String) -> String { coloured(text, "2") }

  private func coloured(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
