// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Hummingbird
import ResourceRequestHTTPTypes
import ResourceRequestKit

/// Limits a handler's calls to the time its caller waits: `X-Request-Timeout-Ms: 300`, `grpc-timeout: 300m`.
///
/// With `"deadline"` in backends.json, each backend receives the remaining time.
struct CallerDeadline<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    try await ResourceDeadline.with(fieldsOf: Headers(request.headers)) {
      try await next(request, context)
    }
  }
}
