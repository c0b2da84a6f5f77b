// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// Warns the observer once, at the first request of a destination.
final class FirstRequestWarning: Middleware {
  private let message: @Sendable (ResolvedRequest) -> String
  private let hasWarned = Atomic<Bool>(false)

  init(_ message: @escaping @Sendable (ResolvedRequest) -> String) {
    self.message = message
  }

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    if !hasWarned.exchange(true, ordering: .relaxed) {
      context.emit(.warning) { event in
        event.request = request.summary
        event.message = message(request)
      }
    }
    return try await next(request, context: context)
  }
}
