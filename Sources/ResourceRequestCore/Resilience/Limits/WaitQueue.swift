// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The queue of waiting calls, and the decision which one to shed if it is full.
///
/// Pure; its owner guards it.
struct WaitQueue: Sendable, Hashable {
  struct Waiter: Sendable, Hashable {
    let ticket: UInt64
    let criticality: Criticality
  }

  let policy: QueuePolicy
  private(set) var waiters: [Waiter] = []

  init(_ policy: QueuePolicy) { self.policy = policy }

  /// The decision about a new call.
  enum Arrival: Sendable, Hashable {
    case waits
    /// It takes the place of another, which is shed.
    case displaces(UInt64)
    case refused
  }

  mutating func add(_ waiter: Waiter) -> Arrival {
    guard waiters.count >= policy.length else {
      waiters.append(waiter)
      return .waits
    }
    // The least critical call is shed; of several, the latest one, which would be served last.
    guard let least = waiters.map(\.criticality).min(), least < waiter.criticality,
      let place = waiters.lastIndex(where: { $0.criticality == least })
    else { return .refused }
    let gone = waiters.remove(at: place)
    waiters.append(waiter)
    return .displaces(gone.ticket)
  }

  /// The next call: the most critical one, and of those by the order.
  mutating func next() -> UInt64? {
    guard let most = waiters.map(\.criticality).max() else { return nil }
    let isMost: (Waiter) -> Bool = { $0.criticality == most }
    let place = policy.order == .fifo ? waiters.firstIndex(where: isMost) : waiters.lastIndex(where: isMost)
    return place.map { waiters.remove(at: $0).ticket }
  }

  /// Removes a call that no longer waits.
  mutating func remove(_ ticket: UInt64) {
    waiters.removeAll { $0.ticket == ticket }
  }
}
