// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// Locks a file against other runs while it is read and replaced.
///
/// The lock is on the folder: a lock on the file would vanish when the file is replaced, and a lock file would stay
/// behind.
struct FolderLock {
  private let descriptor: Int32
  /// How often the lock is tried, and the microseconds between two tries: five seconds in total.
  private static let patience = (tries: 500, pause: UInt32(10_000))

  /// Waits for the lock of a file's folder.
  ///
  /// - Parameter path: the file's path.
  /// - Throws: ``SystemError``: `EWOULDBLOCK` if another run holds the lock too long.
  init(of path: String) throws(SystemError) {
    descriptor = open(LinkedPath.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    for _ in 0..<Self.patience.tries {
      // On a file system without locks, goes on without one.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK && errno != EINTR { return }
      usleep(Self.patience.pause)
    }
    close(descriptor)
    throw SystemError(EWOULDBLOCK)
  }

  /// Releases the lock.
  func end() { close(descriptor) }
}
