// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An entry of a ``TimerHeap``.
protocol TimerEntry: AnyObject {
  /// Its position, written by the heap; negative while it is in none.
  var timerPosition: Int { get set }
}

/// Moments in time, the earliest first.
///
/// Entries know their position, so that removing one is as cheap as inserting one.
struct TimerHeap<Entry: TimerEntry> {
  private var items: [(moment: UInt64, entry: Entry)] = []

  /// The earliest moment.
  var earliest: UInt64? { items.first?.moment }

  /// Inserts an entry, or moves it if it is in the heap.
  mutating func set(_ entry: Entry, at moment: UInt64) {
    if entry.timerPosition < 0 {
      entry.timerPosition = items.count
      items.append((moment, entry))
    } else {
      items[entry.timerPosition].moment = moment
    }
    siftDown(entry.timerPosition)
    siftUp(entry.timerPosition)
  }

  /// Removes an entry, if it is in the heap.
  mutating func remove(_ entry: Entry) {
    let position = entry.timerPosition
    guard position >= 0 else { return }
    entry.timerPosition = -1
    let last = items.removeLast()
    guard position < items.count else { return }
    items[position] = last
    last.entry.timerPosition = position
    siftDown(position)
    siftUp(last.entry.timerPosition)
  }

  /// Removes the earliest entry whose moment has come.
  mutating func popExpired(at now: UInt64) -> Entry? {
    guard let first = items.first, first.moment <= now else { return nil }
    remove(first.entry)
    return first.entry
  }

  private mutating func siftUp(_ start: Int) {
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard items[position].moment < items[parent].moment else { return }
      exchange(position, parent)
      position = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var position = start
    while true {
      let left = 2 * position + 1
      guard left < items.count else { return }
      let right = left + 1
      let least = right < items.count && items[right].moment < items[left].moment ? right : left
      guard items[least].moment < items[position].moment else { return }
      exchange(position, least)
      position = least
    }
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    items.swapAt(one, other)
    items[one].entry.timerPosition = one
    items[other].entry.timerPosition = other
  }
}
