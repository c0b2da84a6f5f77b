// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

extension ConfigurationError.Issue {
  /// The issue as editors match it, `file:line:column: error: text`, on one line.
  ///
  /// - Parameter withSource: whether the line of the document and a caret follow below.
  /// - Returns: the line, or the lines.
  func line(withSource: Bool) -> String {
    let place = line > 0 ? "\(file):\(line):\(column)" : file
    let text = "\(place): error: \(message)" + (suggestion.map { "; did you mean \"\($0)\"?" } ?? "")
    guard withSource, sourceLine != nil else { return text }
    return ([text] + description.split(separator: "\n").dropFirst().map(String.init)).joined(separator: "\n")
  }
}
