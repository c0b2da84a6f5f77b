// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A file that a ``FileWatcher`` compares with what it was when this was made: make it before you read the file.
package struct WatchedFile: Sendable, Hashable {
  /// Where it is.
  package let path: String
  let mark: FileMark?

  /// A file as it is now, whether or not it is there.
  package init(_ path: String) {
    self.path = path
    mark = FileMark(path)
  }

  /// Whether the path leads to another file now, or to a changed one.
  var hasChanged: Bool { FileMark(path) != mark }
}
