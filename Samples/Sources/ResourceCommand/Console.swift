// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// A stream for people: lines, in colour where it is a terminal and nobody objects.
struct Console: Sendable {
  static let standardError = Console(.standardError)

  private let handle: FileHandle
  private let isColoured: Bool

  private init(_ handle: FileHandle) {
    self.handle = handle
    let environment = ProcessInfo.processInfo.environment
    isColoured =
      isatty(handle.fileDescriptor) == 1 && environment["NO_COLOR", default: ""].isEmpty
      && environment["TERM"] != "dumb"
  }

  /// Writes a line.
  ///
  /// Where the stream is closed, nobody wants to know.
  func write(_ line: String) {
    try? handle.write(contentsOf: Data((line + "\n").utf8))
  }

  func red(_ text: String) -> String { coloured(text, "31") }
  func dim(_ text: String) -> String { coloured(text, "2") }

  private func coloured(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
