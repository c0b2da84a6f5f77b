// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The files that a document was read from, each as it was before it was read: the document, what `${file:…}` names, and
/// certificates.
final class FilesRead: Sendable {
  private let files = Lock<[ExactText: WatchedFile]>([:])

  /// Notes a file that is about to be read; what it was the first time stays.
  func note(_ path: String) {
    let name = ExactText(path)
    guard files.withLock({ $0[name] == nil }) else { return }
    let file = WatchedFile(path)
    files.withLock { files in
      if files[name] == nil { files[name] = file }
    }
  }

  /// All of them.
  var all: [WatchedFile] { files.withLock { Array($0.values) } }
}
