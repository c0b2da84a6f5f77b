// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop

  /// The loops of a transport, and which one an exchange runs on.
  ///
  /// Each lane has one home loop, with its connections, limits and line: limits are exact, requests of a lane keep their
  /// order, and several loops open no connection twice.
  struct SocketLoops: Sendable {
    /// The most loops; each is a thread.
    static let most = 64

    private let first: SocketLoop
    private let others: [SocketLoop]

    /// Starts the loops, which share the descriptors.
    ///
    /// - Throws: ``LoopFailure`` if the system has too few threads or descriptors.
    init(_ count: Int, _ budget: SocketBudget, drainTime: Duration) throws {
      let count = min(max(count, 1), Self.most)
      let budget = budget.divided(by: count)
      first = try SocketLoop(budget, drainTime: drainTime)
      others = try (1..<count).map { _ in try SocketLoop(budget, drainTime: drainTime) }
    }

    /// The loop whose thread tasks may prefer.
    var executor: SocketLoop { first }

    /// The mailboxes, which know whether a thread belongs to a loop, and retain no loop.
    var mailboxes: [Mailbox] { [first.mailbox] + others.map(\.mailbox) }

    /// The gauges of the loops' connections.
    var gauges: [ConnectionGauge] { [first.connections] + others.map(\.connections) }

    /// The home loop of a request.
    func home(of request: ResolvedRequest) -> SocketLoop {
      if others.isEmpty { return first }
      var hasher = Hasher()
      hasher.combine(Lane(request))
      let place = Int(UInt(bitPattern: hasher.finalize()) % UInt(others.count + 1))
      return place == 0 ? first : others[place - 1]
    }
  }
#endif
