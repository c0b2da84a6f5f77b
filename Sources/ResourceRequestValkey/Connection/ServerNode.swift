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
  private let patience: Duration
  private let gauge: OpeningGauge
  private let note: @Sendable (Result<Void, ValkeyFailure>) -> Void
  private var stream: ServerStream?
  private var opening: ServerOpening?
  /// Whether the last replies began, and took too long.
  private var isSlow = false
  /// Whether its last connection could not be made in time: others of its cluster are asked then.
  private(set) var isLost = false
  private var rest: (end: ContinuousClock.Instant, cause: String)?
  /// When its connection was last given up, since the server takes no writes.
  private var renewed: ContinuousClock.Instant?

  /// How long a server is left alone that has failed.
  private static let pause = Duration.seconds(1)

  /// - Parameters:
  ///   - opener: makes its connections.
  ///   - patience: how long each may take from when its name is known.
  ///   - gauge: counts those that are being made.
  ///   - note: is told what becomes of each.
  init(
    _ opener: ServerOpener,
    within patience: Duration,
    _ gauge: OpeningGauge,
    note: @escaping @Sendable (Result<Void, ValkeyFailure>) -> Void
  ) {
    (place, self.opener, self.patience, self.gauge, self.note) = (opener.place, opener, patience, gauge, note)
  }

  /// Whether it is left alone, since it has just failed.
  var isResting: Bool { rest.map { ContinuousClock.now < $0.end } ?? false }

  /// Begins to connect, unless it is connected, connecting, or left alone.
  func connect() {
    if stream == nil, opening == nil, !isResting { opening = ServerOpening(opener, within: patience, gauge, note) }
  }

  /// Has the next command connect anew, no more often than a server is asked that has failed.
  func renew() {
    if let renewed, renewed.duration(to: .now) < Self.pause { return }
    (stream, renewed) = (nil, .now)
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
      // One that was there before this command may be closed by now.
      let isOld = stream != nil || opening?.hasEnded ?? false
      let stream = if let stream { stream } else { try connected(until: end) }
      do throws(ServerStream.Broken) {
        let replies = try stream.replies(to: commands, limit: limit, until: end)
        isSlow = false
        return replies
      } catch {
        self.stream = nil
        if isOld, error.isClosed, ContinuousClock.now < end { continue }
        // It answers, but what was asked for is too large for the time; not twice, or it is the server that is slow.
        isSlow = error.isLate && error.hasBegun && !isSlow
        if isSlow { throw ValkeyFailure(reason: error.reason) }
        throw failed(error.reason)
      }
    }
  }

  private func connected(until end: ContinuousClock.Instant) throws(ValkeyFailure) -> ServerStream {
    if opening == nil, let rest, ContinuousClock.now < rest.end {
      throw ValkeyFailure(reason: "it has just failed: \(rest.cause)", isOld: true)
    }
    // One that was made for nobody, and failed, says nothing of now.
    if let failure = opening?.failure, failure.duration(to: .now) > Self.pause { opening = nil }
    connect()
    switch opening?.outcome(until: end) {
    case .success(let stream)?:
      (opening, self.stream, isLost) = (nil, stream, false)
      return stream
    case .failure(let broken)?:
      (opening, isLost) = (nil, true)
      throw failed(broken.reason)
    case nil:
      isLost = true
      let failure = ValkeyFailure(reason: "it is not connected in time")
      note(.failure(failure))
      throw ValkeyFailure(reason: failure.reason, isOld: true)
    }
  }

  private func failed(_ reason: String) -> ValkeyFailure {
    rest = (ContinuousClock.now.advanced(by: Self.pause), reason)
    return ValkeyFailure(reason: reason)
  }
}

/// How many connections of a line are being made: a lookup that hangs holds a thread.
final class OpeningGauge: Sendable {
  private static let most = 8
  private let count = Lock(0)

  /// Whether another may begin; it is to ``leave()`` then.
  func enter() -> Bool {
    count.withLock { count in
      guard count < Self.most else { return false }
      count += 1
      return true
    }
  }

  func leave() { count.withLock { $0 -= 1 } }
}

/// A connection that is being made: whoever needs it waits for no longer than it may.
final class ServerOpening: Sendable {
  private struct State {
    var outcome: Result<ServerStream, ServerStream.Broken>?
    var isLate = false
    var failure: ContinuousClock.Instant?
  }

  private let state = Lock(State())
  private let group = DispatchGroup()

  /// When it failed; `nil` if it has not.
  var failure: ContinuousClock.Instant? { state.withLock(\.failure) }

  /// Whether nobody has to wait for it.
  var hasEnded: Bool { state.withLock { $0.outcome != nil } }

  init(
    _ opener: ServerOpener,
    within patience: Duration,
    _ gauge: OpeningGauge,
    _ note: @escaping @Sendable (Result<Void, ValkeyFailure>) -> Void
  ) {
    guard gauge.enter() else {
      state.withLock { $0.outcome = .failure(.init(reason: "too many of its servers are being connected")) }
      return
    }
    DispatchQueue(label: "ResourceRequestValkey.opening").async(group: group) { [self] in
      // It is handed over whole: nobody here has it any more.
      let outcome = Result { () throws(ServerStream.Broken) in try opener.open(within: patience) }
      gauge.leave()
      state.withLock { state in
        state.outcome = outcome
        if case .failure = outcome { state.failure = .now }
      }
      note(outcome.map { _ in }.mapError { ValkeyFailure(reason: $0.reason) })
    }
  }

  /// What became of it by a moment; `nil` if it goes on, of which nobody waits for the end a second time.
  func outcome(until end: ContinuousClock.Instant) -> Result<ServerStream, ServerStream.Broken>? {
    let known = state.withLock(\.self)
    if known.outcome != nil || known.isLate { return known.outcome }
    let left = max(0, ContinuousClock.now.duration(to: end) / .microseconds(1))
    if group.wait(timeout: .now() + .microseconds(Int(min(left, 60_000_000)))) == .timedOut {
      state.withLock { $0.isLate = true }
    }
    return state.withLock(\.outcome)
  }
}
