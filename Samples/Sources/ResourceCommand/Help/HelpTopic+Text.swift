// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

extension HelpTopic {
  /// The page as text.
  ///
  /// - Parameter width: the longest line, in columns; commands may be longer.
  /// - Returns: the text, with a line end.
  func text(width: Int) -> String {
    let body = blocks.map { $0.text(width: width) }
    return (["\(name): \(summary)"] + body).joined(separator: "\n\n") + "\n"
  }

  /// The table of topics at the end of `resource help`.
  static func index(width: Int) -> String {
    let rows = all.map { Row(term: $0.name, meaning: $0.summary) }
    return "TOPICS:\n\(Block.table(rows).text(width: width))\n\n  See 'resource help <topic>'.\n"
  }
}

extension HelpTopic.Block {
  private static let indent = "  "

  fileprivate func text(width: Int) -> String {
    switch self {
    case .text(let text):
      return Self.wrapped(text, width).joined(separator: "\n")
    case .code(let lines):
      return lines.map { Self.indent + $0 }.joined(separator: "\n")
    case .table(let rows):
      let longest = rows.map(\.term.count).max() ?? 0
      // A term that is too long for the column has a line of its own.
      let column = min(longest, 24) + 2
      return rows.map { row in
        let lines = Self.wrapped(row.meaning, max(20, width - column - Self.indent.count))
        let head =
          row.term.count <= column - 2
          ? [row.term + String(repeating: " ", count: column - row.term.count) + (lines.first ?? "")]
          : [row.term] + lines.prefix(1).map { String(repeating: " ", count: column) + $0 }
        let rest = lines.dropFirst().map { String(repeating: " ", count: column) + $0 }
        return (head + rest).map { Self.indent + $0 }.joined(separator: "\n")
      }.joined(separator: "\n")
    }
  }

  /// Wraps text between words.
  static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + (line.isEmpty ? [] : [line])
  }
}
