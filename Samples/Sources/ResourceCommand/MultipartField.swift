// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// A field of a multipart form on the command line: `name=text`, optionally followed by `;type=…`, `name=<FILE` with the text
/// in a file, or `name=@FILE`, optionally followed by `;type=…` and `;filename=…`; values may be in quotes, as for curl.
enum MultipartField: Hashable {
  case text(String, String, type: String?)
  case fileText(String, path: String)
  case file(String, path: String, fileName: String?, type: String?)

  /// The media type of a file by its extension; those that curl knows.
  static func type(of file: String) -> String { knownType(of: file) ?? "application/octet-stream" }

  /// The type of a file by its ending; `nil` if that says none.
  static func knownType(of file: String) -> String? {
    let ending = file.lowercased().split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    return ending.flatMap { types[String($0)] }
  }

  private static let types = [
    "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "svg": "image/svg+xml",
    "txt": "text/plain", "htm": "text/html", "html": "text/html", "pdf": "application/pdf", "xml": "application/xml",
  ]

  /// Reads a field.
  ///
  /// - Throws: ``InputError`` that says how to write it.
  init(_ text: String) throws {
    let pair = try NamedValue(text, of: "--multipart")
    try self.init(pair.name, pair.value, of: "--multipart \(pair.name)=")
  }

  /// Reads the value of a field that messages name by what stands before it.
  ///
  /// - Throws: ``InputError`` that says how to write it.
  init(_ name: String, _ text: String, of label: String) throws {
    let mark = text.first.flatMap { "@<".contains($0) ? $0 : nil }
    var value = Substring(text)
    if mark != nil { value.removeFirst() }
    // The options are behind the quotes, or else at the end.
    let quoted = Self.quoted(value)
    var options = quoted?.rest ?? value
    if let key = [";headers=", ";encoder="].first(where: { options.contains($0) }) {
      throw InputError("\(label)…: \(key.dropFirst())… is not supported")
    }
    var type = mark == "<" ? nil : Self.cut("type", off: &options)
    let fileName = mark == "@" ? Self.cut("filename", off: &options) : nil
    // In the other order.
    if mark != "<" { type = type ?? Self.cut("type", off: &options) }
    if let type, MIMEType(type) == nil {
      throw InputError("\(label)…: \"\(type)\" is not a media type; write one such as image/png")
    }
    guard quoted == nil || options.isEmpty else {
      throw InputError("\(label)\(text): what follows the quotes is none of ;type=… and ;filename=…")
    }
    let content = quoted?.text ?? String(options)
    guard mark == nil || !content.isEmpty else {
      throw InputError("\(label)\(text): name the file behind the \(mark ?? "@")")
    }
    self =
      switch mark {
      case "<": .fileText(name, path: content)
      case "@": .file(name, path: content, fileName: fileName, type: type)
      default: .text(name, content, type: type)
      }
  }

  /// The text in quotes at the beginning, in which a backslash escapes, and what follows; `nil` without, or where something
  /// else than an option follows.
  private static func quoted(_ value: Substring) -> (text: String, rest: Substring)? {
    guard value.first == "\"" else { return nil }
    var (text, rest) = ("", value.dropFirst())
    while let next = rest.popFirst() {
      if next == "\"" { return rest.isEmpty || rest.first == ";" ? (text, rest) : nil }
      text.append(next == "\\" ? rest.popFirst() ?? next : next)
    }
    return nil
  }

  /// Removes the last of a key and its value from the end, unless another key follows it: a path may contain `;type=`, a
  /// media type cannot.
  private static func cut(_ key: String, off path: inout Substring) -> String? {
    guard let mark = path.ranges(of: ";\(key)=").last ?? path.ranges(of: "; \(key)=").last else { return nil }
    let value = path[mark.upperBound...]
    let quoted = quoted(value)
    let others = [";filename=", "; filename=", ";type=", "; type="]
    guard quoted?.rest.isEmpty == true || !others.contains(where: { value.contains($0) }) else { return nil }
    path = path[..<mark.lowerBound]
    return quoted?.text ?? String(value)
  }

  /// Whether the field is `name=@-` or `name=<-`.
  var isStandardInput: Bool {
    switch self {
    case .file(_, "-", _, _), .fileText(_, "-"): true
    default: false
    }
  }
}
