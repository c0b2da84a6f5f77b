// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Text that is not JSON: where it goes wrong and what is wrong there.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line, counted from 1; LF, CR and CRLF end a line.
  public let line: Int
  /// The column in that line, counted from 1 in Unicode scalars.
  public let column: Int
  /// The place in bytes from the start of the text, a byte order mark included.
  public let byteOffset: Int
  /// What is wrong, as a plain phrase without the place.
  public let message: String

  init(line: Int, column: Int, byteOffset: Int, message: String) {
    self.line = line
    self.column = column
    self.byteOffset = byteOffset
    self.message = message
  }

  /// The place and what is wrong there, on one line.
  public var description: String {
    "line \(line), column \(column): \(message)"
  }
}
