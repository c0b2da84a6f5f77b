// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The error for an invalid configuration, with all of its mistakes.
public struct ConfigurationError: Error, Sendable, Hashable {
  /// One mistake and its place.
  public struct Issue: Sendable, Hashable {
    /// The document, as named by the reader: a path, or a name for a text.
    public let file: String
    /// The line, from 1; 0 for the document as a whole, such as a file that cannot be read.
    public let line: Int
    /// The column, from 1 in Unicode scalars; 0 for the document as a whole.
    public let column: Int
    /// What is wrong and what was expected, as a phrase without a period and without secrets.
    public let message: String
    /// The word that was probably intended.
    public let suggestion: String?
    /// The line as written, with secrets redacted and a long line truncated at both ends.
    public let sourceLine: String?
    /// The number of Unicode scalars of ``sourceLine`` before the place.
    let caretOffset: Int

    package init(
      place: SourcePlace,
      message: String,
      suggestion: String? = nil,
      sourceLine: String? = nil,
      caretOffset: Int = 0
    ) {
      file = place.file
      line = place.line
      column = place.column
      self.message = message
      self.suggestion = suggestion
      self.sourceLine = sourceLine
      self.caretOffset = caretOffset
    }
  }

  /// The mistakes, in the order of the document; never empty.
  public let issues: [Issue]

  package init(_ issues: [Issue]) {
    self.issues = issues
  }
}

extension ConfigurationError: CustomStringConvertible {
  /// All issues, each like ``Issue/description``.
  public var description: String { issues.map(\.description).joined(separator: "\n") }
}

extension ConfigurationError.Issue: CustomStringConvertible {
  /// `file:line:column: message`, then the line, and a caret below the place.
  public var description: String {
    guard let sourceLine else { return inOneLine }
    // A tab before the caret is repeated, so that both lines stay aligned wherever tabs stop.
    let indentation = sourceLine.unicodeScalars.prefix(caretOffset).map { $0 == "\t" ? "\t" : " " }.joined()
    return "\(inOneLine)\n\(sourceLine)\n\(indentation)^"
  }

  /// Place and message, without the source line.
  var inOneLine: String {
    "\(SourcePlace(file: file, line: line, column: column)): \(message)"
      + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
  }
}
