// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  /// The memory of ended exchanges for those that follow.
  ///
  /// It keeps as much as was recently used at once: that of a burst for a second, in case another follows, and a little
  /// for ever. It never holds handles of libcurl, which are used once (Docs/Decisions/0026).
  ///
  /// Pure: the time is passed in as nanoseconds.
  struct ScratchPool<Scratch> {
    /// The number that is always kept.
    private static var keptForEver: Int { 128 }
    private static var second: UInt64 { 1_000_000_000 }

    private var waiting: [Scratch] = []
    private var used = 0
    /// The most that were in use since the last trim.
    private var mostUsed = 0
    private var nextLook = UInt64.max

    /// When to trim; `nil` while there are few.
    var earliest: UInt64? { nextLook == .max ? nil : nextLook }

    /// Takes what was used last, which is likely to be in the processor's cache.
    mutating func take(orMake make: () -> Scratch) -> Scratch {
      used += 1
      mostUsed = max(mostUsed, used)
      return waiting.popLast() ?? make()
    }

    /// Returns what was taken.
    mutating func putBack(_ scratch: Scratch, now: UInt64) {
      used -= 1
      waiting.append(scratch)
      if waiting.count > Self.keptForEver, nextLook == .max { nextLook = now + Self.second }
    }

    /// Releases what was not needed recently.
    mutating func trim(now: UInt64) {
      guard now >= nextLook else { return }
      let kept = max(Self.keptForEver, mostUsed - used)
      if waiting.count > kept { waiting.removeFirst(waiting.count - kept) }
      mostUsed = used
      nextLook = waiting.count > Self.keptForEver ? now + Self.second : .max
    }
  }
#endif
