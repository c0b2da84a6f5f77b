// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The queue of waiting calls, and the decision which one to shed if it is full.
///
/// Pure; its owner guards it.
struct WaitQueue: Sendable, Hashable {
  struct Waiter: Sendable, Hashable {
    let ticket: UInt64
    let criticality: Criticality
  }

  /// The calls of one criticality in order, those among them that wait no more, and how many wait.
  private struct Line: Sendable, Hashable {
    var tickets: ArraySlice<UInt64> = []
    var count = 0
  }

  let policy: QueuePolicy
  private var lines = [Line](repeating: Line(), count: Criticality.allCases.count)
  /// Who waits, and in which line.
  private var places: [UInt64: Int] = [:]

  init(_ policy: QueuePolicy) { self.policy = policy }

  /// The decision about a new call.
  enum Arrival: Sendable, Hashable {
    case waits
    /// It takes the place of another, which is shed.
    case displaces(UInt64)
    case refused
  }

  mutating func add(_ waiter: Waiter) -> Arrival {
    let place = waiter.criticality.rank
    var gone: UInt64?
    if places.count >= policy.length {
      // The least critical call is shed; of several, the one that would be served last.
      guard let least = lines.firstIndex(where: { $0.count > 0 }), least < place else { return .refused }
      gone = take(from: least, first: policy.order == .lifo)
    }
    lines[place].tickets.append(waiter.ticket)
    lines[place].count += 1
    places[waiter.ticket] = place
    return gone.map { .displaces($0) } ?? .waits
  }

  /// The next call: the most critical one, and of those by the order.
  mutating func next() -> UInt64? {
    lines.lastIndex { $0.count > 0 }.flatMap { take(from: $0, first: policy.order == .fifo) }
  }

  /// Removes a call that no longer waits.
  mutating func remove(_ ticket: UInt64) {
    guard let place = places.removeValue(forKey: ticket) else { return }
    lines[place].count -= 1
    guard lines[place].tickets.count > 2 * lines[place].count + 32 else { return }
    lines[place].tickets = lines[place].tickets.filter { places[$0] != nil }[...]
  }

  private mutating func take(from place: Int, first: Bool) -> UInt64? {
    while let ticket = first ? lines[place].tickets.popFirst() : lines[place].tickets.popLast() {
      guard places.removeValue(forKey: ticket) != nil else { continue }
      lines[place].count -= 1
      return ticket
    }
    return nil
  }
}
