// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The planned events of a simulation and their moments; the time is that of the latest event.
///
/// Of two events at the same moment, the one planned first happens first.
final class VirtualTime: Sendable {
  /// Identifies a planned event, to cancel it.
  typealias Plan = UInt64

  private struct State {
    var now: VirtualMoment = 0
    var heap = MomentHeap()
    /// The planned events; a cancelled one stays in the heap until its moment.
    var actions: [Plan: @Sendable () -> Void] = [:]
    var plans: Plan = 0
  }

  private let state = Lock(State())

  /// The time.
  var now: VirtualMoment { state.withLock { $0.now } }

  /// Plans an event; one in the past happens next.
  @discardableResult
  func plan(at moment: VirtualMoment, _ action: @escaping @Sendable () -> Void) -> Plan {
    state.withLock { state in
      state.plans += 1
      guard moment != .never else { return state.plans }
      state.heap.push(.init(moment: max(moment, state.now), plan: state.plans))
      state.actions[state.plans] = action
      return state.plans
    }
  }

  /// Cancels a planned event, unless it has happened.
  func callOff(_ plan: Plan) {
    _ = state.withLock { $0.actions.removeValue(forKey: plan) }
  }

  /// Moves to the next planned event, and runs it.
  ///
  /// - Returns: whether there was any.
  func advance() -> Bool {
    let action: (@Sendable () -> Void)? = state.withLock { state in
      while let entry = state.heap.pop() {
        guard let action = state.actions.removeValue(forKey: entry.plan) else { continue }
        state.now = entry.moment
        return action
      }
      return nil
    }
    action?()
    return action != nil
  }

  /// Calls off everything.
  func clear() {
    let actions = state.withLock { state in
      defer {
        state.actions = [:]
        state.heap = MomentHeap()
      }
      return state.actions
    }
    // Values captured by the actions are released outside of the lock.
    withExtendedLifetime(actions) {}
  }
}

/// Moments in order, and in order of arrival for the same moment (a binary heap).
struct MomentHeap: Sendable {
  struct Entry: Sendable {
    let moment: VirtualMoment
    let plan: UInt64

    static func < (left: Entry, right: Entry) -> Bool {
      (left.moment, left.plan) < (right.moment, right.plan)
    }
  }

  private var entries: [Entry] = []

  mutating func push(_ entry: Entry) {
    entries.append(entry)
    var place = entries.count - 1
    while place > 0, entry < entries[(place - 1) / 2] {
      entries[place] = entries[(place - 1) / 2]
      place = (place - 1) / 2
    }
    entries[place] = entry
  }

  mutating func pop() -> Entry? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return first }
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
      guard entries[child] < last else { break }
      entries[place] = entries[child]
      place = child
    }
    entries[place] = last
    return first
  }
}

/// Nanoseconds since the beginning of a simulation.
typealias VirtualMoment = Int64

extension VirtualMoment {
  /// The moment that is never reached.
  static let never = VirtualMoment.max

  /// Nanoseconds of a number of seconds.
  init(seconds: Double) {
    if seconds.isNaN {
      self = 0
    } else {
      self = seconds >= 9e9 ? .never : VirtualMoment((Swift.max(seconds, -9e9) * 1e9).rounded())
    }
  }

  /// The nanoseconds of a duration, rounded up, limited to the range of a moment.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = Swift.max(duration, .seconds(-9_000_000_000)).clamped.components
    guard seconds < 9_000_000_000 else { self = .never; return }
    self = seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
  }

  /// A later moment; never, if it is beyond the range of a moment.
  func after(_ other: VirtualMoment) -> VirtualMoment {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .never) : sum
  }
}
