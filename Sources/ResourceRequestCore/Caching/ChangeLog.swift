// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Recent changes of URLs by unsafe requests: a response requested before a change is stale after it (RFC 9111 §4.4).
final class ChangeLog: Sendable {
  private static let most = 1024

  private struct State {
    var count: UInt64 = 0
    var last: [ExactText: UInt64] = [:]
    /// URLs that are no longer listed may have been changed up to this number.
    var forgotten: UInt64 = 0
  }

  private let state = Lock(State())

  /// The number of changes.
  var count: UInt64 { state.withLock { $0.count } }

  /// Records a change of a URL.
  @discardableResult
  func note(_ url: String) -> UInt64 {
    state.withLock { state in
      state.count += 1
      if state.last.count >= Self.most {
        state.last = [:]
        state.forgotten = state.count
      }
      state.last[ExactText(url)] = state.count
      return state.count
    }
  }

  /// Records a change of everything.
  func noteAll() {
    state.withLock { state in
      state.count += 1
      state.last = [:]
      state.forgotten = state.count
    }
  }

  /// The number of the last change of a URL.
  func last(_ url: String) -> UInt64 {
    state.withLock { state in
      state.last.isEmpty ? state.forgotten : state.last[ExactText(url)] ?? state.forgotten
    }
  }

  /// Whether a URL was changed after a number of changes.
  func hasChanged(_ url: String, since count: UInt64) -> Bool { last(url) > count }
}
