// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if TSAN
  import ResourceRequestPlatform
#else
  public import Synchronization
#endif

/// A lock with a value inside, stored inline in the object that owns it.
///
/// Never held across a call out of the type that owns it.
///
/// A `Mutex`, except under ThreadSanitizer, which does not see the futex inside `Synchronization.Mutex` and reports
/// false races: a build with `-D TSAN` uses a pthread mutex.
///
/// Its implementation is visible to the other modules (`@usableFromInline`, and the `public` import, which grants
/// other packages nothing more): otherwise each of their calls would look up its types at run time.
@usableFromInline
package struct InlineLock<State>: ~Copyable, Sendable {
  #if TSAN
    // The mutex orders every access to the state; the pointers are set once and freed with the lock.
    private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    @usableFromInline
    package init(_ initial: consuming sending State) {
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
      state = .allocate(capacity: 1)
      state.initialize(to: initial)
    }

    deinit {
      state.deinitialize(count: 1)
      state.deallocate()
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    @usableFromInline
    package borrowing func withLock<Result, Failure: Error>(
      _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }
  #else
    @usableFromInline let mutex: Mutex<State>

    @inlinable
    package init(_ initial: consuming sending State) {
      mutex = Mutex(initial)
    }

    @inlinable
    package borrowing func withLock<Result, Failure: Error>(
      _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      try mutex.withLock(body)
    }
  #endif
}
