// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// Keeps loops out of libcurl when the process ends.
  ///
  /// `exit` makes the TLS library beneath libcurl free what it works with, while threads still run. A loop that closes a
  /// connection then would crash. So a loop enters before it calls libcurl and leaves before it sleeps; once the process
  /// ends, nobody gets in any more.
  enum ExitGate {
    // Set up once and never freed: threads may wait in it until the process is gone.
    private nonisolated(unsafe) static let lock: UnsafeMutablePointer<pthread_rwlock_t> = {
      let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
      lock.initialize(to: pthread_rwlock_t())
      pthread_rwlock_init(lock, nil)
      return lock
    }()

    /// Closes the gate at the end of the process, before what was set up until now is freed.
    static func closeAtExit() {
      _ = lock
      atexit { ExitGate.close() }
    }

    static func enter() { pthread_rwlock_rdlock(lock) }

    static func leave() { pthread_rwlock_unlock(lock) }

    /// Waits for those inside, for a second at most: the end may have been called for from inside.
    private static func close() {
      for _ in 0..<1000 {
        if pthread_rwlock_trywrlock(lock) == 0 { return }
        poll(nil, 0, 1)
      }
    }
  }
#endif
