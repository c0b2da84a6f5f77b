// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A place in a document.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// The document, as named by the reader: a path, or a name for a text.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column, from 1 in Unicode scalars.
  public let column: Int

  /// Creates a place.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The place as editors and compilers write it: `backends.json:12:7`; the file alone if the line is unknown.
  public var description: String { line > 0 ? "\(file):\(line):\(column)" : file }
}
