// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Follows a streamed body for a recorder while its reader reads it: counts its bytes, and collects them up to a limit.
final class StreamedBody: Sendable {
  /// How a stream ended, and what came of it.
  struct Ending: Sendable {
    /// The body; `nil` if it is larger than the limit.
    let bytes: Data?
    let length: Int
    /// The metrics of the whole exchange; `nil` if it broke off.
    let metrics: ExchangeMetrics?
    /// What broke it off.
    let error: (any Error)?
  }

  private struct State {
    var bytes: Data? = Data()
    var length = 0
    var hasEnded = false
  }

  private let limit: Int
  private let state = Lock(State())
  private let whenEnded: @Sendable (Ending) -> Void

  init(limit: Int, whenEnded: @escaping @Sendable (Ending) -> Void) {
    self.limit = limit
    self.whenEnded = whenEnded
  }

  /// A tap that feeds this from a stream.
  var tap: StreamTap {
    StreamTap(
      take: { [self] chunk in
        state.withLock { state in
          state.length += chunk.count
          if state.length > limit { state.bytes = nil } else { state.bytes?.append(chunk) }
        }
      },
      end: { [self] end in finish(end?.metrics, nil) },
      drop: { [self] error in finish(nil, error) }
    )
  }

  /// A reader that leaves a stream lets go of its tap.
  deinit { finish(nil, CancellationError()) }

  /// Tells the end once: a reader may ask again after it.
  private func finish(_ metrics: ExchangeMetrics?, _ error: (any Error)?) {
    let ending = state.withLock { state -> Ending? in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      defer { state.bytes = nil }
      return Ending(bytes: state.bytes, length: state.length, metrics: metrics, error: error)
    }
    if let ending { whenEnded(ending) }
  }
}
