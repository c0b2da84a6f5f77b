// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import ResourceRequestCore

/// One server: its connection, and what is known of it.
///
/// The queue of its line uses it. It connects on a queue of its own, so that a server that is slow to connect holds no command
/// for longer than the command's own time.
final class ServerNode {
  let place: ValkeyAddress.Place
  private let opener: ServerOpener
  private let note: @Sendable (Result<Void, ValkeyFailure>) -> Void
  private var stream: ServerStream?
  private var opening: ServerOpening?
  private var rest: (end: ContinuousClock.Instant, cause: String)?

  /// How long a server is left alone that has failed, and how long it may take to connect.
  private static let (pause, patience) = (Duration.seconds(1), Duration.seconds(1))

  /// - Parameters:
  ///   - opener: makes its connections.
  ///   - note: is told what becomes of each.
  init(_ opener: ServerOpener, note: @escaping @Sendable (Result<Void, ValkeyFailure>) -> Void) {
    (place, self.opener, self.note) = (opener.place, opener, note)
  }

  /// Whether it is left alone, since it has just failed.
  var isResting: Bool { rest.map { ContinuousClock.now < $0.end } ?? false }

  /// Begins to connect, unless it is connected, connecting, or left alone.
  func connect() {
    if stream == nil, opening == nil, !isResting { opening = ServerOpening(opener, within: Self.patience, note) }
  }

  /// Sends commands in one go, and waits for a reply to each.
  ///
  /// - Parameters:
  ///   - commands: the commands, which may be sent twice.
  ///   - limit: how many bytes all replies together may have.
  ///   - end: when to give up.
  /// - Returns: the replies.
  /// - Throws: ``ValkeyFailure``.
  func replies(
    to commands: [ValkeyLine.Command],
    limit: Int,
    until end: ContinuousClock.Instant
  ) throws(ValkeyFailure) -> [ValkeyReply] {
    while true {
      let known = stream
      let stream = if let known { known } else { try connected(until: end) }
      do throws(ServerStream.Broken) {
        return try stream.replies(to: commands, limit: limit, until: end)
      } catch {
        self.stream = nil
        // A connection that was idle may have been closed meanwhile.
        if known != nil, error.isClosed, ContinuousClock.now < end { continue }
        throw failed(error.reason)
      }
    }
  }

  private func connected(until end: ContinuousClock.Instant) throws(ValkeyFailure) -> ServerStream {
    if opening == nil, let rest, ContinuousClock.now < rest.end {
      throw ValkeyFailure(reason: "it has just failed: \(rest.cause)", isOld: true)
    }
    connect()
    switch opening?.outcome(until: end) {
    case .success(let stream)?:
      (opening, self.stream) = (nil, stream)
      return stream
    case .failure(let broken)?:
      opening = nil
      throw failed(broken.reason)
    case nil: throw ValkeyFailure(reason: "it is not connected in time", isOld: true)
    }
  }

  private func failed(_ reason: String) -> ValkeyFailure {
    rest = (ContinuousClock.now.advanced(by: Self.pause), reason)
    return ValkeyFailure(reason: reason)
  }
}

/// A connection that is being made: whoever needs it waits for no longer than it may.
final class ServerOpening: Sendable {
  private let state = Lock<(outcome: Result<ServerStream, ServerStream.Broken>?, isLate: Bool)>((nil, false))
  private let group = DispatchGroup()

  init(
    _ opener: ServerOpener,
    within patience: Duration,
    _ note: @escaping @Sendable (Result<Void, ValkeyFailure>) -> Void
  ) {
    let end = ContinuousClock.now.advanced(by: patience)
    DispatchQueue(label: "ResourceRequestValkey.opening").async(group: group) { [self] in
      // It is handed over whole: nobody here has it any more.
      let outcome = Result { () throws(ServerStream.Broken) in try opener.open(until: end) }
      state.withLock { $0.outcome = outcome }
      note(outcome.map { _ in }.mapError { ValkeyFailure(reason: $0.reason) })
    }
  }

  /// What became of it by a moment; `nil` if it goes on, of which nobody waits for the end a second time.
  func outcome(until end: ContinuousClock.Instant) -> Result<ServerStream, ServerStream.Broken>? {
    let (outcome, isLate) = state.withLock(\.self)
    if outcome != nil || isLate { return outcome }
    let left = max(0, ContinuousClock.now.duration(to: end) / .microseconds(1))
    if group.wait(timeout: .now() + .microseconds(Int(min(left, 60_000_000)))) == .timedOut {
      state.withLock { $0.isLate = true }
    }
    return state.withLock(\.outcome)
  }
}
