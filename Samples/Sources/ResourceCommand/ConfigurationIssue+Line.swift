// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

extension ConfigurationError.Issue {
  /// File, line and column.
  var shownPlace: String { line > 0 ? "\(file):\(line):\(column)" : file }

  /// Formats the issue on one line that editors recognize: `file:line:column: error: text`.
  ///
  /// - Parameter withSource: whether to add the line of the document and a caret below.
  /// - Returns: the line, or the lines.
  func line(withSource: Bool) -> String {
    let text = "\(shownPlace): error: \(message)" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
    guard withSource, sourceLine != nil else { return text }
    return ([text] + description.split(separator: "\n").dropFirst().map(String.init)).joined(separator: "\n")
  }
}
