// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore

/// The loops of a transport, and which one an exchange runs on.
///
/// Each lane has one home loop, with its connections, limits and line: limits are exact, requests of a lane keep their
/// order, and several loops open no connection twice.
package struct LoopSet: Sendable {
  /// At least one, or the reason why they could not be started, with which every exchange fails.
  @usableFromInline let loops: Result<[TransportLoop], any Error>

  /// Starts the loops, at most 64, since each is a thread; they share the descriptors.
  ///
  /// - Parameters:
  ///   - count: the number of loops.
  ///   - budget: the descriptors for all of them.
  ///   - start: starts a loop with its share.
  package init(_ count: Int, _ budget: SocketBudget, _ start: (SocketBudget) throws -> TransportLoop) {
    let count = min(max(count, 1), 64)
    let budget = budget.divided(by: count)
    loops = Result { try (0..<count).map { _ in try start(budget) } }
  }

  /// The loop whose thread tasks may prefer; `nil` if there are none.
  package var executor: (any TaskExecutor)? { try? loops.get().first }

  /// What a transport over them can do: it connects to endpoints, needs the threads of its loops, and counts its connections.
  ///
  /// - Parameters:
  ///   - name: the transport's name.
  ///   - codings: the content codings that it decodes, for `Accept-Encoding`.
  ///   - listsConnections: whether its loops know their connections one by one.
  ///   - tlsCheck: what is wrong with TLS options.
  /// - Returns: its capabilities.
  package func capabilities(
    _ name: String,
    decoding codings: String?,
    listsConnections: Bool,
    tlsCheck: @escaping @Sendable (TLSOptions) throws(TLSFault) -> Void
  ) -> TransportCapabilities {
    // Not the loops, which end with their transport.
    let mailboxes = (try? loops.get().map(\.mailbox)) ?? []
    let gauges = try? loops.get().map(\.connections)
    var capabilities = TransportCapabilities(
      acceptedEncodings: codings,
      connectsToEndpoints: true,
      needsCurrentThread: { mailboxes.contains { $0.isCurrentThread } },
      openConnections: { gauges?.counts },
      tlsCheck: tlsCheck
    )
    capabilities.name = name
    capabilities.lifetimesEnded = { lifetimes in
      for mailbox in mailboxes { mailbox.end(lifetimes) }
    }
    if listsConnections {
      capabilities.connections = {
        var list: [ConnectionStatus] = []
        for mailbox in mailboxes { list += await mailbox.connections() }
        return list
      }
    }
    return capabilities
  }

  /// The home loop of a lane.
  ///
  /// - Throws: ``TransportFailure`` if there are no loops.
  @inlinable
  package func home(of lane: @autoclosure () -> some Hashable) throws(TransportFailure) -> TransportLoop {
    guard case .success(let loops) = loops else { throw failure }
    if loops.count == 1 { return loops[0] }
    var hasher = Hasher()
    hasher.combine(lane())
    return loops[Int(UInt(bitPattern: hasher.finalize()) % UInt(loops.count))]
  }

  @usableFromInline var failure: TransportFailure {
    var cause: (any Error)?
    if case .failure(let error) = loops { cause = error }
    if let failure = cause as? TransportFailure { return failure }
    return TransportFailure(
      code: .resourcesExhausted,
      message: "the transport could not be started: \(cause.map { "\($0)" } ?? "no loop")",
      phase: .queued,
      cause: cause
    )
  }
}
