// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The lock of an open file, which ends with it.
enum FileLock {
  /// Waits for the lock, ten milliseconds between two tries; `false` if another process, which may be stopped, holds it still.
  static func take(_ descriptor: Int32, tries: Int) -> Bool {
    for _ in 0..<tries {
      // File systems without locks lose nothing but them.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK && errno != EINTR { return true }
      usleep(10_000)
    }
    return false
  }
}

/// Keeps other programs of this kind from writing a file while it is read and replaced.
///
/// The lock is on the folder: a lock on a file would be lost when the file is replaced, and nothing is left behind.
struct FolderLock {
  private let descriptor: Int32
  /// For a second.
  static let tries = 100

  /// Waits for the lock of the folder a file is in.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - tries: how often it is tried.
  /// - Throws: ``SystemFailure`` if the folder cannot be opened, or others hold the lock too long.
  init(of path: String, tries: Int = FolderLock.tries) throws(SystemFailure) {
    descriptor = open(NewFile.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFailure("the folder of \(path) cannot be opened") }
    if FileLock.take(descriptor, tries: tries) { return }
    let failure = SystemFailure("another process is writing in the folder of \(path)")
    close(descriptor)
    throw failure
  }

  /// Lets the others go on.
  func end() { close(descriptor) }
}
