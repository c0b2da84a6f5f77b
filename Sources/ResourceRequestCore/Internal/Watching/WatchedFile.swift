// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A file that a ``FileWatcher`` compares with its state at the creation of this value: create it before you read the
/// file.
package struct WatchedFile: Sendable, Hashable {
  /// The path of the file.
  package let path: String
  let mark: FileMark?

  /// A file as it is now, whether or not it is there.
  package init(_ path: String) {
    self.path = path
    mark = FileMark(path)
  }

  /// Whether the path now leads to another file, or to a changed one.
  var hasChanged: Bool { FileMark(path) != mark }
}
