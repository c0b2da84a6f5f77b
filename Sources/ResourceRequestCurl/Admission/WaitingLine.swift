// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What stands in a ``WaitingLine``, in one at a time.
protocol LineEntry: AnyObject {
  /// Its place; negative while it has none. The line's to write.
  var linePosition: Int { get set }
}

/// A line, first come first served, that whoever gives up can leave from any place.
///
/// Entries know their place, so leaving is as cheap as joining, and nothing of those who left is kept.
struct WaitingLine<Entry: LineEntry> {
  private var places: [Entry?] = []
  /// Before it all have left.
  private var start = 0
  /// How many stand in it.
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The order of the queue.
  var first: Entry? { count > 0 ? places[start] : nil }

  /// Joins at the end.
  mutating func append(_ entry: Entry) {
    entry.linePosition = places.count
    places.append(entry)
    count += 1
  }

  /// Takes out whose turn it is.
  mutating func takeFirst() -> Entry? {
    guard let entry = first else { return nil }
    remove(entry)
    return entry
  }

  /// Takes an entry out, where it is in.
  mutating func remove(_ entry: Entry) {
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
    // Seldom enough that each who left has paid for one step of it.
    if places.count > 32, count < places.count / 2 { closeUp() }
  }

  /// Takes all out, in their order.
  mutating func takeAll() -> [Entry] {
    let entries = places[start...].compactMap(\.self)
    for entry in entries { entry.linePosition = -1 }
    self = WaitingLine()
    return entries
  }

  private mutating func closeUp() {
    places.removeAll { $0 == nil }
    start = 0
    for (position, entry) in places.enumerated() { entry?.linePosition = position }
  }
}
