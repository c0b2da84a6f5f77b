// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// Warns the observer, at the first request, that the server's identity is not verified.
final class UnverifiedTLSWarning: Middleware {
  private let hasWarned = Atomic<Bool>(false)

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    if !hasWarned.exchange(true, ordering: .relaxed) {
      context.emit(.warning) { event in
        event.request = request.summary
        event.message =
          "certificates are not verified (insecureSkipVerify), so anybody can pose as \(request.url.origin)"
      }
    }
    return try await next(request, context: context)
  }
}
