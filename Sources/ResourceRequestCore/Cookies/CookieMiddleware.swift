// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Sends the client's cookies where they belong, and keeps what answers set; once for each hop and attempt.
///
/// Cookies show who asks: a request without credentials brings none, and what its response sets is not kept.
struct CookieMiddleware: Middleware {
  let jar: CookieJar

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    guard request.authorization.usesCredentials else { return try await next(request, context: context) }
    var request = request
    // What the caller set wins.
    if !request.headers.contains("Cookie"), let field = jar.field(for: request.url, now: context.clock.date) {
      request.headers.append("Cookie", field)
    }
    let response = try await next(request, context: context)
    let fields = response.headers.values(for: "Set-Cookie")
    guard !fields.isEmpty else { return response }
    do {
      try jar.take(fields, from: request.url, now: context.clock.date)
    } catch {
      // The response is there; that it could not be kept for later is no reason to lose it.
      context.emit(.warning) { $0.message = error.description }
    }
    return response
  }
}
