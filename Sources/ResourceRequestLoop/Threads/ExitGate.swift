// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform
import Synchronization

/// Keeps loops out of the TLS library while the process ends.
///
/// `exit` makes OpenSSL free its state while threads still run. A loop that closes a connection then would free memory
/// twice. So a loop enters the gate before it calls libcurl or OpenSSL and leaves it before it sleeps; when the process
/// ends, the gate is closed.
package enum ExitGate {
  // Set up once and never freed: threads may wait in it until the process is gone.
  private nonisolated(unsafe) static let lock: UnsafeMutablePointer<pthread_rwlock_t> = {
    let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
    lock.initialize(to: pthread_rwlock_t())
    pthread_rwlock_init(lock, nil)
    return lock
  }()

  private static let isClosed = Atomic(false)

  /// Closes the gate at the end of the process, before that state is freed, if OpenSSL was initialized before this call:
  /// what is registered last for the end runs first.
  package static func closeAtExit() {
    _ = lock
    atexit { ExitGate.close() }
  }

  package static func enter() { pthread_rwlock_rdlock(lock) }

  /// Enters it if it is open: for who can leave what it wanted to do to a loop.
  package static func tryEnter() -> Bool { pthread_rwlock_tryrdlock(lock) == 0 }

  package static func leave() { pthread_rwlock_unlock(lock) }

  /// Waits for loops inside, for a second at most, since `exit` may have been called from inside.
  private static func close() {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    for _ in 0..<1000 {
      if pthread_rwlock_trywrlock(lock) == 0 { return }
      poll(nil, 0, 1)
    }
  }
}
