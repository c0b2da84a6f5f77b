// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// Keeps other runs from changing a file while it is read and replaced.
///
/// The lock is on the folder: a file that is replaced would take its own along, and nothing is left behind.
struct FolderLock {
  private let descriptor: Int32
  /// How often it is asked for, and how many microseconds pass in between: five seconds, where it is held for ever.
  private static let patience = (tries: 500, pause: UInt32(10_000))

  /// Waits for the lock of the folder a file is in.
  ///
  /// - Parameter path: the file's.
  /// - Throws: ``SystemError``: `EWOULDBLOCK` where others hold it too long.
  init(of path: String) throws(SystemError) {
    descriptor = open(LinkedPath.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    for _ in 0..<Self.patience.tries {
      // File systems without locks lose nothing but them.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK && errno != EINTR { return }
      usleep(Self.patience.pause)
    }
    close(descriptor)
    throw SystemError(EWOULDBLOCK)
  }

  /// Lets the others go on.
  func end() { close(descriptor) }
}
