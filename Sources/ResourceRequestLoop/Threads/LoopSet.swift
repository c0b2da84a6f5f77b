// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A thread with the connections of a transport, as seen by other threads.
package protocol TransportLoop: Sendable {
  /// Starts the thread.
  ///
  /// - Throws: ``LoopFailure`` if the system provides none.
  init(_ budget: SocketBudget, drainTime: Duration) throws

  var mailbox: Mailbox { get }
  var connections: ConnectionGauge { get }
}

/// The loops of a transport, and which one an exchange runs on.
///
/// Each lane has one home loop, with its connections, limits and line: limits are exact, requests of a lane keep their
/// order, and several loops open no connection twice.
package struct LoopSet<Loop: TransportLoop>: Sendable {
  @usableFromInline let first: Loop
  @usableFromInline let others: [Loop]

  /// Starts the loops, at most 64, since each is a thread; they share the descriptors.
  ///
  /// - Throws: ``LoopFailure`` if the system has too few threads or descriptors.
  package init(_ count: Int, _ budget: SocketBudget, drainTime: Duration) throws {
    let count = min(max(count, 1), 64)
    let budget = budget.divided(by: count)
    first = try Loop(budget, drainTime: drainTime)
    others = try (1..<count).map { _ in try Loop(budget, drainTime: drainTime) }
  }

  /// The loop whose thread tasks may prefer.
  @inlinable package var executor: Loop { first }

  /// The mailboxes, which know whether a thread belongs to a loop, and retain no loop.
  package var mailboxes: [Mailbox] { [first.mailbox] + others.map(\.mailbox) }

  /// The gauges of the loops' connections.
  package var gauges: [ConnectionGauge] { [first.connections] + others.map(\.connections) }

  /// The home loop of a lane.
  @inlinable
  package func home(of lane: @autoclosure () -> some Hashable) -> Loop {
    if others.isEmpty { return first }
    var hasher = Hasher()
    hasher.combine(lane())
    let place = Int(UInt(bitPattern: hasher.finalize()) % UInt(others.count + 1))
    return place == 0 ? first : others[place - 1]
  }
}
