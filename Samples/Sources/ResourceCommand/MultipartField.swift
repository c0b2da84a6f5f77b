// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// A field of a multipart form on the command line: `name=text`, optionally followed by `;type=…`, `name=<FILE` with the text
/// in a file, or `name=@FILE`, optionally followed by `;type=…` and `;filename=…`.
enum MultipartField: Hashable {
  case text(String, String, type: String?)
  case fileText(String, path: String)
  case file(String, path: String, fileName: String?, type: String?)

  /// Reads a field.
  ///
  /// - Throws: ``InputError`` that says how to write it.
  init(_ text: String) throws {
    let pair = try NamedValue(text, of: "--multipart")
    guard let mark = pair.value.first, mark == "@" || mark == "<" else {
      var text = Substring(pair.value)
      let type = Self.cut(";type=", off: &text)
      if let type, MIMEType(type) == nil { throw Self.noMediaType(type) }
      self = .text(pair.name, String(text), type: type)
      return
    }
    var path = pair.value.dropFirst()
    let type = mark == "@" ? Self.cut(";type=", off: &path) : nil
    let fileName = mark == "@" ? Self.cut(";filename=", off: &path) : nil
    // In the other order.
    let written = type ?? (mark == "@" ? Self.cut(";type=", off: &path) : nil)
    if let written, MIMEType(written) == nil { throw Self.noMediaType(written) }
    guard !path.isEmpty else { throw InputError("--multipart \(text): name the file behind the \(mark)") }
    self =
      mark == "<"
      ? .fileText(pair.name, path: String(path))
      : .file(pair.name, path: String(path), fileName: fileName, type: written)
  }

  private static func noMediaType(_ text: String) -> InputError {
    InputError("--multipart: \"\(text)\" is not a media type; write one such as image/png")
  }

  /// Removes the last of a key and its value from the end, unless another key follows it: a path may contain `;type=`, a
  /// media type cannot.
  private static func cut(_ key: String, off path: inout Substring) -> String? {
    guard let mark = path.ranges(of: key).last else { return nil }
    let value = path[mark.upperBound...]
    guard value.ranges(of: ";filename=").isEmpty, value.ranges(of: ";type=").isEmpty else { return nil }
    path = path[..<mark.lowerBound]
    return String(value)
  }

  /// Whether the field is `name=@-` or `name=<-`.
  var isStandardInput: Bool {
    switch self {
    case .file(_, "-", _, _), .fileText(_, "-"): true
    default: false
    }
  }
}
