// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which URLs have been changed lately, by requests like POST: what was asked before a change is not what is there after it
/// (RFC 9111 §4.4).
final class ChangeLog: Sendable {
  private static let most = 1024

  private struct State {
    var count: UInt64 = 0
    var last: [ExactText: UInt64] = [:]
    /// What is not known any more may have been changed by then.
    var forgotten: UInt64 = 0
  }

  private let state = Lock(State())

  /// How many changes there were.
  var count: UInt64 { state.withLock { $0.count } }

  /// Notes a change of a URL.
  func note(_ url: String) {
    state.withLock { state in
      state.count += 1
      if state.last.count >= Self.most {
        state.last = [:]
        state.forgotten = state.count
      }
      state.last[ExactText(url)] = state.count
    }
  }

  /// Notes a change of everything.
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

  /// Whether a URL was changed after so many changes.
  func hasChanged(_ url: String, since count: UInt64) -> Bool { last(url) > count }
}
