// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The error for text that is not JSON, with its place.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The line, from 1; LF, CR and CRLF end a line.
  public let line: Int
  /// The column, from 1 in Unicode scalars.
  public let column: Int
  /// The offset in bytes from the start of the text, a byte order mark included.
  public let byteOffset: Int
  /// What is wrong, as a phrase without the place.
  public let message: String

  init(_ fault: JSONFault, in bytes: UnsafeBufferPointer<UInt8>) {
    let position = TextPosition(offset: fault.offset, in: bytes)
    line = position.line
    column = position.column
    byteOffset = fault.offset
    message = fault.message(in: bytes)
  }

  /// The place and what is wrong, on one line.
  public var description: String {
    "line \(line), column \(column): \(message)"
  }
}
