// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Looks a name up beside the queue: who asks gets what is known.
final class NameLookup: Sendable {
  private struct State {
    var known: [IPAddress] = []
    var isUnderWay = false
    var age = ContinuousClock.now
  }

  private static let freshness = Duration.seconds(30)
  private let state = Lock(State())

  func addresses(of host: String) -> [IPAddress] {
    let (known, asks) = state.withLock { state in
      let isOld = state.known.isEmpty || ContinuousClock.now - state.age > Self.freshness
      let asks = isOld && !state.isUnderWay
      if asks { state.isUnderWay = true }
      return (state.known, asks)
    }
    if asks {
      Task { [self] in
        let found = (try? await SystemLookup.addresses(of: host)) ?? []
        state.withLock { state in
          state.isUnderWay = false
          state.age = .now
          if !found.isEmpty { state.known = found.compactMap { IPAddress($0) } }
        }
      }
    }
    return known
  }
}
