// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  /// Handles that wait for their next exchange.
  ///
  /// As many are kept as were lately used at once: those of a burst for a second, in which the next may come, and a few for
  /// ever. Pure: time comes in as nanoseconds.
  struct HandlePool<Handle> {
    /// So many are kept in any case; each has buffers of its own.
    private static var keptForEver: Int { 128 }
    private static var second: UInt64 { 1_000_000_000 }

    private var waiting: [Handle] = []
    private var used = 0
    /// The most that were used at once since it was last looked whether there are too many.
    private var mostUsed = 0
    private var nextLook = UInt64.max

    /// When to look whether too many wait; `nil` while they are few.
    var earliest: UInt64? { nextLook == .max ? nil : nextLook }

    /// Takes a handle, the one used last, whose memory is likely to be near.
    mutating func take(orMake make: () -> Handle?) -> Handle? {
      guard let handle = waiting.popLast() ?? make() else { return nil }
      used += 1
      mostUsed = max(mostUsed, used)
      return handle
    }

    /// Takes a handle back; `nil` for one that may not be used again.
    mutating func putBack(_ handle: Handle?, now: UInt64) {
      used -= 1
      guard let handle else { return }
      waiting.append(handle)
      if waiting.count > Self.keptForEver, nextLook == .max { nextLook = now + Self.second }
    }

    /// Lets go of handles that have not been needed lately.
    mutating func trim(now: UInt64) {
      guard now >= nextLook else { return }
      let kept = max(Self.keptForEver, mostUsed - used)
      if waiting.count > kept { waiting.removeFirst(waiting.count - kept) }
      mostUsed = used
      nextLook = waiting.count > Self.keptForEver ? now + Self.second : .max
    }

    /// Lets go of all.
    mutating func removeAll() { waiting = [] }
  }
#endif
