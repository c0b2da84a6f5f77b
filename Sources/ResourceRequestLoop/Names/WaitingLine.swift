// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An entry of a ``WaitingLine``, of one at a time.
@usableFromInline
package protocol LineEntry: AnyObject {
  /// Its position, written by the line; negative while it is in none.
  var linePosition: Int { get set }
}

/// A FIFO queue that an entry can leave from any position.
///
/// Entries know their position, so leaving is as cheap as joining, and nothing is retained of entries that left.
///
/// It is specialized where it is used, since it is on the path of every request.
@usableFromInline
package struct WaitingLine<Entry: LineEntry> {
  @usableFromInline package var places: [Entry?] = []
  /// All positions before it are empty.
  @usableFromInline package var start = 0
  /// The number of entries.
  @usableFromInline package var count = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  /// The order of the queue.
  @inlinable package var first: Entry? { count > 0 ? places[start] : nil }

  /// Appends an entry.
  @inlinable package mutating func append(_ entry: Entry) {
    entry.linePosition = places.count
    places.append(entry)
    count += 1
  }

  /// Puts an entry before all others.
  @inlinable package mutating func prepend(_ entry: Entry) {
    guard count > 0 else { return append(entry) }
    if start > 0 {
      start -= 1
      places[start] = entry
      entry.linePosition = start
      count += 1
    } else {
      places.insert(entry, at: 0)
      count += 1
      closeUp()
    }
  }

  /// Removes the first entry.
  @inlinable package mutating func takeFirst() -> Entry? {
    guard let entry = first else { return nil }
    remove(entry)
    return entry
  }

  /// Removes an entry if it is in the line.
  @inlinable package mutating func remove(_ entry: Entry) {
    let position = entry.linePosition
    guard places.indices.contains(position), places[position] === entry else { return }
    entry.linePosition = -1
    places[position] = nil
    count -= 1
    if count == 0 {
      places.removeAll()
      start = 0
      return
    }
    while places[start] == nil { start += 1 }
    // Amortized: rare enough to cost one step per entry that left.
    if places.count > 32, count < places.count / 2 { closeUp() }
  }

  /// Removes all entries in order.
  @inlinable package mutating func takeAll() -> [Entry] {
    let entries = places[start...].compactMap(\.self)
    for entry in entries { entry.linePosition = -1 }
    self = WaitingLine()
    return entries
  }

  @inlinable package mutating func closeUp() {
    places.removeAll { $0 == nil }
    start = 0
    for (position, entry) in places.enumerated() { entry?.linePosition = position }
  }
}
