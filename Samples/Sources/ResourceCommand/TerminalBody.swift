// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The body of a response in a form that a terminal can show.
enum TerminalBody: Hashable {
  case json(JSON)
  case text(String)
  /// Binary data, which is not shown: a terminal would take some bytes for commands.
  case binary(type: String?, size: Int)

  /// Classifies a body by its type and its bytes.
  init(_ response: ResourceResponse) {
    let type = response.headers["Content-Type"].flatMap { MIMEType($0) }
    let text = response.text
    if Self.mayBeJSON(type, text), let json = response.json, !Self.repeatsKeys(text) {
      self = .json(json)
    } else if text.utf8.contains(0) || !Self.isText(type) && (try? response.text(strict: true)) == nil {
      self = .binary(type: type?.essence, size: response.data.count)
    } else {
      self = .text(text)
    }
  }

  /// Whether an object of a JSON text has a key twice: formatted, one of its values would be missing.
  static func repeatsKeys(_ text: String) -> Bool {
    (try? JSON(parsing: text.utf8, refusesRepeatedKeys: true)) == nil
  }

  /// The text to write to a terminal.
  ///
  /// - Throws: ``InputError`` for binary data.
  func text(on console: Console) throws -> String {
    switch self {
    case .json(let json):
      return JSONColours(console: console).paint(json.text(.pretty).jsonWrittenOut) + "\n"
    case .text(let text):
      return text.linesWrittenOut
    case .binary(let type, let size):
      let size = ProgressText.size(Double(size))
      throw InputError(
        "the body is binary (\(type.map { "\($0), " } ?? "")\(size)) and is not written to a terminal; "
          + "write it to a file with --output FILE, or pipe it",
        status: .output
      )
    }
  }

  /// Whether the type is JSON, or is missing and the text starts as JSON does.
  private static func mayBeJSON(_ type: MIMEType?, _ text: String) -> Bool {
    if let type { return type.isJSON }
    let first = text.utf8.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private static func isText(_ type: MIMEType?) -> Bool {
    guard let type else { return false }
    let known = ["xml", "javascript", "x-ndjson", "x-www-form-urlencoded", "yaml"]
    return type.type == "text" || type.isJSON || known.contains(type.subtype) || type.subtype.hasSuffix("+xml")
  }
}
