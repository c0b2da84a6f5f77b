// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  /// A pool of libcurl handles for reuse.
  ///
  /// It keeps as many as were recently used at once: those of a burst for a second, in case another follows, and a few
  /// for ever. Pure: the time is passed in as nanoseconds.
  struct HandlePool<Handle> {
    /// The number that is always kept; each handle has buffers of its own.
    private static var keptForEver: Int { 128 }
    private static var second: UInt64 { 1_000_000_000 }

    private var waiting: [Handle] = []
    private var used = 0
    /// The most that were in use since the last trim.
    private var mostUsed = 0
    private var nextLook = UInt64.max

    /// When to trim; `nil` while there are few.
    var earliest: UInt64? { nextLook == .max ? nil : nextLook }

    /// Takes a handle: the one used last, whose memory is likely to be cached.
    mutating func take(orMake make: () -> Handle?) -> Handle? {
      guard let handle = waiting.popLast() ?? make() else { return nil }
      used += 1
      mostUsed = max(mostUsed, used)
      return handle
    }

    /// Returns a handle to the pool; `nil` for one that must not be reused.
    mutating func putBack(_ handle: Handle?, now: UInt64) {
      used -= 1
      guard let handle else { return }
      waiting.append(handle)
      if waiting.count > Self.keptForEver, nextLook == .max { nextLook = now + Self.second }
    }

    /// Releases handles that were not needed recently.
    mutating func trim(now: UInt64) {
      guard now >= nextLook else { return }
      let kept = max(Self.keptForEver, mostUsed - used)
      if waiting.count > kept { waiting.removeFirst(waiting.count - kept) }
      mostUsed = used
      nextLook = waiting.count > Self.keptForEver ? now + Self.second : .max
    }

    /// Releases all handles.
    mutating func removeAll() { waiting = [] }
  }
#endif
