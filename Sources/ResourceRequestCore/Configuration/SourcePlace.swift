// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Where in a document something was written.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// The document, as the reader was given it: a path, or a name for a text.
  public let file: String
  /// The line, counted from 1.
  public let line: Int
  /// The column in that line, counted from 1 in Unicode scalars.
  public let column: Int

  /// Names a place.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The place as editors and compilers write it: `backends.json:12:7`; the file alone where no line is known.
  public var description: String { line > 0 ? "\(file):\(line):\(column)" : file }
}
