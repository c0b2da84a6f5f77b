// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// A field of a multipart form on the command line: `name=text`, or `name=@FILE`, optionally followed by `;type=…`.
enum MultipartField: Hashable {
  case text(String, String)
  case file(String, path: String, type: String?)

  /// Reads a field.
  ///
  /// - Throws: ``InputError`` that says how to write it.
  init(_ text: String) throws {
    let pair = try NamedValue(text, of: "--multipart")
    guard pair.value.hasPrefix("@") else {
      self = .text(pair.name, pair.value)
      return
    }
    var path = pair.value.dropFirst()
    var type: String?
    // The last occurrence: a path may contain `;type=`, a media type cannot.
    if let mark = path.ranges(of: ";type=").last {
      let written = String(path[mark.upperBound...])
      guard MIMEType(written) != nil else {
        throw InputError("--multipart: \"\(written)\" is not a media type; write one such as image/png")
      }
      type = written
      path = path[..<mark.lowerBound]
    }
    guard !path.isEmpty else { throw InputError("--multipart \(text): name the file behind the @") }
    self = .file(pair.name, path: String(path), type: type)
  }

  /// Whether the field is `name=@-`.
  var isStandardInput: Bool {
    if case .file(_, "-", _) = self { true } else { false }
  }

  /// The field as a part of a multipart form.
  var part: MultipartForm.Part {
    switch self {
    case .text(let name, let text): .text(name, text)
    case .file(let name, let path, let type?): .file(name, path: path, type: type)
    case .file(let name, let path, nil): .file(name, path: path)
    }
  }
}
