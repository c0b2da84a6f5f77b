// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Tasks that wait, each for a value to be reached: a moment, a count.
///
/// It is a heap, so that a step costs logarithmic time in a line of any length. Entries that leave early stay in it as
/// a number without a continuation until they come to the front or are the majority.
struct WaitingLine<Key: Comparable & Sendable>: Sendable {
  typealias Continuation = CheckedContinuation<Void, any Error>

  private struct Place: Sendable {
    let key: Key
    let id: UInt64

    /// By key, and in order of arrival for the same key.
    func isBefore(_ other: Place) -> Bool { key == other.key ? id < other.id : key < other.key }
  }

  private var heap: [Place] = []
  private var continuations: [UInt64: Continuation] = [:]

  /// How many wait.
  var count: Int { continuations.count }

  /// The least value that is waited for.
  mutating func first() -> Key? {
    while let front = heap.first, continuations[front.id] == nil { removeFront() }
    return heap.first?.key
  }

  mutating func add(_ id: UInt64, waitingFor key: Key, _ continuation: Continuation) {
    continuations[id] = continuation
    heap.append(Place(key: key, id: id))
    siftUp(from: heap.count - 1)
  }

  /// Removes an entry that no longer waits.
  mutating func remove(_ id: UInt64) -> Continuation? {
    guard let continuation = continuations.removeValue(forKey: id) else { return nil }
    if heap.count > 64, heap.count > 2 * continuations.count {
      // Sorted, an array is a heap.
      heap = heap.filter { continuations[$0.id] != nil }.sorted { $0.isBefore($1) }
    }
    return continuation
  }

  /// Removes the entries whose value is reached, in order.
  mutating func reached(_ value: Key) -> [Continuation] {
    var reached: [Continuation] = []
    while let front = heap.first, front.key <= value {
      if let continuation = continuations.removeValue(forKey: front.id) { reached.append(continuation) }
      removeFront()
    }
    return reached
  }

  /// Removes the first entry.
  mutating func removeFirst() -> Continuation? {
    guard first() != nil, let front = heap.first else { return nil }
    removeFront()
    return continuations.removeValue(forKey: front.id)
  }

  private mutating func removeFront() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    heap[0] = last
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      guard least != place else { return }
      heap.swapAt(place, least)
      place = least
    }
  }

  private mutating func siftUp(from start: Int) {
    var place = start
    while place > 0, heap[place].isBefore(heap[(place - 1) / 2]) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }
}
