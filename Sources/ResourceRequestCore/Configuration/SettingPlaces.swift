// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The place of each setting in a document, so a program can tell what set a value.
///
/// Settings are named by the path of their canonical keys: `/defaults/timeouts/total`, `/gateway/headers/x-team`,
/// `/services/resorts/timeouts/connect`. Services are named by their name, header fields in lower case; `~` and `/` in
/// a name are written `~0` and `~1` (RFC 6901 §3). Aliases such as `connectionProperties/socketTimeoutInMilliseconds`
/// for `timeouts/read` are found under the canonical path.
public struct SettingPlaces: Sendable, Hashable {
  package typealias Objects = Set<ExactText>

  private var places: [ExactText: SourcePlace] = [:]

  /// Creates an empty list, for a configuration created in code.
  package init() {}

  /// The place of a setting; `nil` if it is not set, or was set in code.
  public subscript(path: String) -> SourcePlace? {
    get { places[ExactText(path)] }
    set { places[ExactText(path)] = newValue }
  }

  /// The place of a setting, by the unescaped parts of its path, such as `["services", "resorts", "via"]`.
  public subscript(path parts: [String]) -> SourcePlace? {
    get { self[Self.path(parts)] }
    set { self[Self.path(parts)] = newValue }
  }

  /// Whether there are no places.
  package var isEmpty: Bool { places.isEmpty }

  /// The paths of all settings in the document, sorted by their bytes.
  package var paths: [String] { places.keys.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

  /// The paths of the settings that have settings within them.
  package var objects: Objects {
    var objects: Objects = []
    for key in places.keys {
      var path = key.text[...]
      while let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
        path = path[..<slash]
        guard objects.insert(ExactText(String(path))).inserted else { break }
      }
    }
    return objects
  }

  /// Joins the parts of a path, escaping separators (RFC 6901 §3).
  package static func path(_ parts: [String]) -> String {
    var path = ""
    for part in parts {
      path += "/"
      // Hardly any name contains one of them, and a document of a thousand services has tens of thousands of names.
      let isPlain = !part.contains(byte: "~") && !part.contains(byte: "/")
      path += isPlain ? part : part.replacing(bytes: "~", with: "~0").replacing(bytes: "/", with: "~1")
    }
    return path
  }
}

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
