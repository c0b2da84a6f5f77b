// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Synchronization

/// Records the HTTP version of a response, which a stream reports only at its end.
final class VersionWitness: Middleware {
  private let seen = Mutex<ExchangeMetrics.HTTPVersion?>(nil)

  /// The version of the last response; `nil` if the transport did not say.
  var version: ExchangeMetrics.HTTPVersion? { seen.withLock(\.self) }

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    let response = try await next(request, context: context)
    seen.withLock { $0 = response.metrics.httpVersion }
    return response
  }
}
