// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// Warns the observer once, at the first request of a destination, which a reload may leave as it is.
final class FirstRequestWarning: Middleware {
  private let message: @Sendable (ResolvedRequest) -> String
  private let hasWarned = Atomic<Bool>(false)
  /// What the observer was told of the destination by the warnings before this one.
  private let told: Lock<Set<ExactText>>

  init(_ told: Lock<Set<ExactText>>, _ message: @escaping @Sendable (ResolvedRequest) -> String) {
    (self.told, self.message) = (told, message)
  }

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    if !hasWarned.exchange(true, ordering: .relaxed) {
      let text = message(request)
      if told.withLock({ $0.insert(ExactText(text)).inserted }) {
        context.emit(.warning) { event in
          event.request = request.summary
          event.message = text
        }
      }
    }
    return try await next(request, context: context)
  }
}
