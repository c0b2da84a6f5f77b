// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Gives out the turns of a quota: those of all instances while the server answers, else this instance's own part of them.
final class TurnSource: Sendable {
  /// Asks the server for turns.
  typealias Server =
    @Sendable (_ count: Int, _ horizon: Duration, _ now: ContinuousClock.Instant) async throws -> FleetQuota.Grant

  private struct State {
    /// The next turn of this instance alone.
    var next: ContinuousClock.Instant?
    var isAway = false
    /// How often it has failed in a row, and until when it is left alone for that.
    var failuresInARow = 0
    var restsUntil: ContinuousClock.Instant?
    var warned: ContinuousClock.Instant?
    var failures = 0
    var answers = 0

    mutating func noteFailure(at now: ContinuousClock.Instant) {
      failuresInARow += 1
      if failuresInARow >= TurnSource.patience { restsUntil = now.advanced(by: TurnSource.rest) }
    }
  }

  /// How often a server may fail in a row before it is left alone, and for how long: it may answer slowly, and with errors.
  private static let (patience, rest) = (3, Duration.seconds(1))
  /// How long a server that comes and goes is not warned of again.
  private static let quiet = Duration.seconds(60)

  let quota: FleetQuota
  private let part: FleetQuota
  private let server: Server
  private let state = Lock(State())

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - quota: the turns of all instances.
  ///   - instances: how many there are about: while the server is away, this one takes its part.
  ///   - server: asks the server; whatever it throws means that it is away, but for
  ///     a ``ValkeyFailure`` of a caller in a hurry.
  init(_ quota: FleetQuota, instances: Int, server: @escaping Server) {
    self.quota = quota
    part = quota.part(of: instances)
    self.server = server
  }

  /// Turns, and how far they are apart.
  struct Turns: Sendable {
    let grant: FleetQuota.Grant
    let interval: Duration
    /// Why the server does not answer, where that is to be warned of.
    var failure: (any Error)?
  }

  /// Turns for some calls, the first within a time; never a failure.
  func turns(
    _ count: Int,
    within horizon: Duration,
    _ now: @Sendable () -> ContinuousClock.Instant
  ) async -> Turns {
    let asked = now()
    if state.withLock({ $0.restsUntil.map { asked < $0 } ?? false }) { return own(count, within: horizon, at: asked) }
    do {
      let grant = try await server(count, horizon, asked)
      state.withLock { state in
        (state.isAway, state.failuresInARow, state.restsUntil) = (false, 0, nil)
        state.answers += 1
      }
      return Turns(grant: grant, interval: quota.interval)
    } catch let failure as ValkeyFailure where failure.isHurried {
      // The call's time is up, and nothing is known of the server: a turn of this instance's part would be one too many.
      // If that happens to one after the other, the server is away.
      if !Task.isCancelled { state.withLock { $0.noteFailure(at: now()) } }
      return Turns(grant: FleetQuota.Grant(count: 0, wait: .zero), interval: quota.interval)
    } catch {
      let now = now()
      let isNews = state.withLock { state in
        let isNews = !state.isAway && state.warned.map { $0.duration(to: now) > Self.quiet } ?? true
        if isNews { state.warned = now }
        state.isAway = true
        state.failures += 1
        state.noteFailure(at: now)
        return isNews
      }
      var turns = own(count, within: horizon, at: now)
      turns.failure = isNews ? error : nil
      return turns
    }
  }

  /// Turns of this instance's part.
  private func own(_ count: Int, within horizon: Duration, at now: ContinuousClock.Instant) -> Turns {
    state.withLock { state in
      var next = state.next ?? now
      // No more than for a moment, so that the server is asked again soon.
      let grant = part.take(min(count, part.batch), within: horizon, from: &next, at: now)
      state.next = next
      return Turns(grant: grant, interval: part.interval)
    }
  }

  /// What became of the questions: a phrase.
  var counts: String {
    let (answers, failures) = state.withLock { ($0.answers, $0.failures) }
    return "\(answers) leases, \(failures) failures"
  }
}
