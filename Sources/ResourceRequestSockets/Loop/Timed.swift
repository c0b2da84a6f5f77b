// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  /// Something of the loop's that has a moment at which it must be looked at.
  class Timed {
    /// Its position in the heap of timers, written by that; negative while it is in none.
    fileprivate(set) final var timerPosition = -1
    /// The moment it is in the heap with.
    fileprivate(set) final var timerMoment = UInt64.max

    /// Its moment has come; it is in no heap any more.
    func timeIsUp(_ loop: LoopCore) {}
  }

  /// A queue of moments: the earliest first.
  struct Timers {
    private var entries: [Timed] = []

    /// The earliest moment.
    var earliest: UInt64? { entries.first?.timerMoment }

    /// Makes sure that an entry is looked at by a moment: adds it, or moves it forward.
    ///
    /// It is never moved back: an entry that is looked at early is added again, which is cheaper than moving it with
    /// each request.
    mutating func wake(_ entry: Timed, by moment: UInt64) {
      guard moment < .max, moment < entry.timerMoment || entry.timerPosition < 0 else { return }
      entry.timerMoment = moment
      if entry.timerPosition < 0 {
        entry.timerPosition = entries.count
        entries.append(entry)
      }
      siftUp(entry)
    }

    /// Removes an entry, if it is in the heap.
    mutating func remove(_ entry: Timed) {
      let position = entry.timerPosition
      guard position >= 0 else { return }
      entry.timerPosition = -1
      entry.timerMoment = .max
      let last = entries.removeLast()
      guard position < entries.count else { return }
      entries[position] = last
      last.timerPosition = position
      siftDown(last)
      siftUp(last)
    }

    /// Removes the earliest entry whose moment has come.
    mutating func popExpired(at now: UInt64) -> Timed? {
      guard let first = entries.first, first.timerMoment <= now else { return nil }
      remove(first)
      return first
    }

    private mutating func siftUp(_ entry: Timed) {
      var position = entry.timerPosition
      while position > 0 {
        let parent = (position - 1) / 2
        let other = entries[parent]
        guard entry.timerMoment < other.timerMoment else { break }
        entries[position] = other
        other.timerPosition = position
        position = parent
      }
      entries[position] = entry
      entry.timerPosition = position
    }

    private mutating func siftDown(_ entry: Timed) {
      var position = entry.timerPosition
      while true {
        var child = 2 * position + 1
        guard child < entries.count else { break }
        if child + 1 < entries.count, entries[child + 1].timerMoment < entries[child].timerMoment { child += 1 }
        let other = entries[child]
        guard other.timerMoment < entry.timerMoment else { break }
        entries[position] = other
        other.timerPosition = position
        position = child
      }
      entries[position] = entry
      entry.timerPosition = position
    }
  }
#endif
