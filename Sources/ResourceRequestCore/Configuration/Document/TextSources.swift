// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The sources of the values of `${env:…}` and `${file:…}`.
struct TextSources: Sendable {
  /// The variables.
  let environment: [String: String]
  /// The folder relative paths start from, with a `/` at its end; empty for the working directory.
  let folder: String
  /// Records the files that are read; `nil` if they are not needed.
  let filesRead: FilesRead?
  /// Whether values are looked up; otherwise only the form of references is checked.
  var looksUp = true

  /// Takes the folder of a document as the place relative paths start from.
  init(environment: [String: String], document path: String?, noting filesRead: FilesRead? = nil) {
    self.environment = environment
    self.filesRead = filesRead
    let slash = path?.utf8.lastIndex(of: UInt8(ascii: "/"))
    folder = slash.flatMap { slash in path.map { String($0[...slash]) } } ?? ""
  }

  /// The largest file a reference may name, in bytes.
  static let fileLimit = 64 << 10

  /// A path as the system accepts it.
  func path(_ path: String) -> String { path.begins(withBytesOf: "/") ? path : folder + path }

  /// The text of a file without the line end at its end, or the reason why there is none.
  func file(_ path: String) -> Result<String, BoundedFile.Unreadable> {
    let path = self.path(path)
    filesRead?.note(path)
    return Result { () throws(BoundedFile.Unreadable) in
      var bytes = try BoundedFile.read(path, limit: Self.fileLimit)
      if bytes.last == 0x0A { bytes.removeLast() }
      if bytes.last == 0x0D { bytes.removeLast() }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw BoundedFile.Unreadable(reason: "it is not UTF-8 text")
      }
      return text
    }
  }
}
