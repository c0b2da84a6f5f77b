// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore

  /// The loops of a transport, and which of them an exchange runs on.
  ///
  /// Each lane has one home. Its connections, its limits and the line of those who wait are there and nowhere else: limits
  /// are exact, requests of one lane keep their order, and no connection is opened twice because there are several loops.
  struct LoopSet: Sendable {
    /// The most loops; each is a thread.
    static let most = 64

    private let first: EventLoop
    private let others: [EventLoop]

    /// Starts the loops, which share the descriptors.
    ///
    /// - Throws: ``LoopFailure`` where the system has too few threads or descriptors for one of them.
    init(_ count: Int, _ budget: SocketBudget) throws {
      let count = min(max(count, 1), Self.most)
      let budget = budget.divided(by: count)
      first = try EventLoop(budget)
      others = try (1..<count).map { _ in try EventLoop(budget) }
    }

    /// The loop whose thread tasks may prefer.
    var executor: EventLoop { first }

    /// What says whether a thread is that of one of the loops, and keeps none of them.
    var mailboxes: [Mailbox] { [first.mailbox] + others.map(\.mailbox) }

    /// What counts the connections of the loops.
    var gauges: [ConnectionGauge] { [first.connections] + others.map(\.connections) }

    /// The loop that has the connections a request may use.
    func home(of request: ResolvedRequest) -> EventLoop {
      if others.isEmpty { return first }
      var hasher = Hasher()
      hasher.combine(Lane(request))
      let place = Int(UInt(bitPattern: hasher.finalize()) % UInt(others.count + 1))
      return place == 0 ? first : others[place - 1]
    }
  }
#endif
