// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import ResourceRequestCore

/// Looks a name up beside the queue: who asks gets what is known, and waits for the first answer no longer than it may.
final class NameLookup: Sendable {
  private struct State {
    var known: [IPAddress] = []
    /// Ends with the lookup that is under way, if any.
    var lookup: DispatchGroup?
    var age = ContinuousClock.now
  }

  private static let freshness = Duration.seconds(30)
  private let state = Lock(State())

  /// The addresses of a host; none if the first lookup has not ended by a moment.
  ///
  /// It may block until then.
  func addresses(of host: String, until end: ContinuousClock.Instant = .now) -> [IPAddress] {
    let (known, lookup) = state.withLock { state in
      let isOld = state.known.isEmpty || ContinuousClock.now - state.age > Self.freshness
      if isOld, state.lookup == nil { state.lookup = begin(host) }
      return (state.known, state.lookup)
    }
    guard known.isEmpty, let lookup else { return known }
    let left = ContinuousClock.now.duration(to: end) / .microseconds(1)
    guard left >= 1, lookup.wait(timeout: .now() + .microseconds(Int(min(left, 60_000_000)))) == .success else {
      return []
    }
    return state.withLock(\.known)
  }

  private func begin(_ host: String) -> DispatchGroup {
    let group = DispatchGroup()
    group.enter()
    Task { [self] in
      let found = (try? await SystemLookup.addresses(of: host)) ?? []
      state.withLock { state in
        state.lookup = nil
        state.age = .now
        if !found.isEmpty { state.known = found.compactMap { IPAddress($0) } }
      }
      group.leave()
    }
    return group
  }
}
