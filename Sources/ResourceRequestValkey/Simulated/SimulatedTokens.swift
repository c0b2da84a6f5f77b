// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Tokens that the clients of a simulation share, as ``FleetTokens`` does at a server.
final class SimulatedTokens: TokenStore {
  private struct Entry {
    var token: AccessToken?
    /// From when on the token's lifetime counts, and until when it is kept.
    var received = ContinuousClock.now
    var end = ContinuousClock.now
    /// Until when somebody has the turn to fetch, or everyone fetches.
    var turn: ContinuousClock.Instant?
    var isFree = false
  }

  private let entries = Lock<[String: Entry]>([:])

  func token(
    _ name: String,
    insteadOf refused: AccessToken?,
    context: CallContext,
    fetch: @Sendable () async throws -> AccessToken
  ) async throws -> AccessToken {
    let clock = context.clock
    return try await FleetTokens.token(
      clock,
      { look(name, refused, at: clock.now) },
      ours: { try await fetchForAll(name, clock, fetch) },
      alone: fetch
    )
  }

  private func look(_ name: String, _ refused: AccessToken?, at now: ContinuousClock.Instant) -> FleetTokens.Look {
    entries.withLock { entries in
      var entry = entries[name] ?? Entry()
      defer { entries[name] = entry }
      if let token = entry.token, entry.end > now {
        guard token.value == refused?.value else {
          let left = token.lifetime.map { $0 - entry.received.duration(to: now) }
          return .found(AccessToken(token.value, lifetime: left, scope: token.scope))
        }
        entry.token = nil
      }
      if let turn = entry.turn, turn > now { return entry.isFree ? .free : .others }
      (entry.turn, entry.isFree) = (now.advanced(by: FleetTokens.turnTime), false)
      return .ours
    }
  }

  private func fetchForAll(
    _ name: String,
    _ clock: any RequestClock,
    _ fetch: @Sendable () async throws -> AccessToken
  ) async throws -> AccessToken {
    let start = clock.now
    let result: Result<AccessToken, any Error>
    do { result = .success(try await fetch()) } catch { result = .failure(error) }
    let now = clock.now
    let kept = (try? result.get()).flatMap { FleetTokens.kept($0, from: start, to: now) }
    entries.withLock { entries in
      var entry = entries[name] ?? Entry()
      if let kept, let token = try? result.get() {
        (entry.token, entry.received, entry.end, entry.turn) = (token, start, now.advanced(by: kept), nil)
      } else if case .failure(is CancellationError) = result {
        // Where nobody waits any more here, the next that looks fetches at once.
        entry.turn = nil
      } else {
        (entry.turn, entry.isFree) = (now.advanced(by: .seconds(1)), true)
      }
      entries[name] = entry
    }
    return try result.get()
  }
}
