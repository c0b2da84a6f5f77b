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
  }

  /// How often a server may fail in a row before it is left alone, and for how long: it may answer slowly, and with errors.
  private static let (patience, rest) = (3, Duration.seconds(1))
  /// Who had less time than this says nothing about the server.
  private static let haste = Duration.milliseconds(50)
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
      var turns = Turns(grant: FleetQuota.Grant(count: 0, wait: .zero), interval: quota.interval)
      // If that happens to one after the other who had some time, the server is away.
      if !Task.isCancelled, horizon >= Self.haste { turns.failure = note(failure, at: now(), isHurried: true) }
      return turns
    } catch {
      let now = now()
      var turns = own(count, within: horizon, at: now)
      turns.failure = note(error, at: now)
      return turns
    }
  }

  /// Notes a failure of the server; returns it if it is to be warned of.
  private func note(_ error: any Error, at now: ContinuousClock.Instant, isHurried: Bool = false) -> (any Error)? {
    state.withLock { state in
      state.failuresInARow += 1
      let rests = state.failuresInARow >= Self.patience
      if rests { state.restsUntil = now.advanced(by: Self.rest) }
      guard rests || !isHurried else { return nil }
      let isNews = !state.isAway && state.warned.map { $0.duration(to: now) > Self.quiet } ?? true
      if isNews { state.warned = now }
      state.isAway = true
      state.failures += 1
      return isNews ? error : nil
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
