// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Gives out the turns of a quota: those of all instances while the server answers, else this instance's own part of them.
final class TurnSource: Sendable {
  /// Asks the server for turns.
  typealias Server = @Sendable (_ count: Int, _ horizon: Duration) async throws -> FleetQuota.Grant

  private struct State {
    /// The next turn of this instance alone.
    var next: ContinuousClock.Instant?
    var isAway = false
    var failures = 0
    var answers = 0
  }

  let quota: FleetQuota
  private let part: FleetQuota
  private let server: Server
  private let state = Lock(State())

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - quota: the turns of all instances.
  ///   - part: the turns that this instance may take while the server is away.
  ///   - server: asks the server; whatever it throws means that it is away.
  init(_ quota: FleetQuota, part: FleetQuota, server: @escaping Server) {
    self.quota = quota
    self.part = part
    self.server = server
  }

  /// Turns, and how far they are apart.
  struct Turns: Sendable {
    let grant: FleetQuota.Grant
    let interval: Duration
    /// Why the server does not answer, where it did before.
    var failure: (any Error)?
  }

  /// Turns for some calls, the first within a time; never a failure.
  func turns(
    _ count: Int,
    within horizon: Duration,
    _ now: @Sendable () -> ContinuousClock.Instant
  ) async -> Turns {
    do {
      let grant = try await server(count, horizon)
      state.withLock { state in
        state.isAway = false
        state.answers += 1
      }
      return Turns(grant: grant, interval: quota.interval)
    } catch {
      let now = now()
      return state.withLock { state in
        let isNew = !state.isAway
        state.isAway = true
        state.failures += 1
        var next = state.next ?? now
        let grant = part.take(count, within: horizon, from: &next, at: now)
        state.next = next
        return Turns(grant: grant, interval: part.interval, failure: isNew ? error : nil)
      }
    }
  }

  /// What is known of the server: a phrase.
  var condition: String {
    let (isAway, answers, failures) = state.withLock { ($0.isAway, $0.answers, $0.failures) }
    return (isAway ? "away" : answers > 0 ? "answers" : "not asked yet") + ", \(answers) leases, \(failures) failures"
  }
}
