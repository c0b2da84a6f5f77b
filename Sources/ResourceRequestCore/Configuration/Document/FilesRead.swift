// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The files that a document was read from, each in its state before reading: the document, the files of `${file:…}`,
/// and certificates.
final class FilesRead: Sendable {
  private let files = Lock<[ExactText: WatchedFile]>([:])

  /// Notes a file before it is read; its first state is kept.
  func note(_ path: String) {
    let name = ExactText(path)
    guard files.withLock({ $0[name] == nil }) else { return }
    let file = WatchedFile(path)
    files.withLock { files in
      if files[name] == nil { files[name] = file }
    }
  }

  /// All noted files.
  var all: [WatchedFile] { files.withLock { Array($0.values) } }
}
