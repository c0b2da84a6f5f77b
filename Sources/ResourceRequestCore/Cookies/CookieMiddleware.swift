// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Attaches the client's cookies to matching requests and stores those of responses, for each hop and attempt.
///
/// Cookies are credentials: a request without credentials sends none, and the cookies of its response are not stored. A login
/// form begins or continues the session that they are.
struct CookieMiddleware: Middleware {
  let jar: CookieJar

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    let authorization = request.authorization
    guard authorization.usesCredentials || authorization.isLoginForm else {
      return try await next(request, context: context)
    }
    var request = request
    // The caller's own field wins.
    if !request.headers.contains("Cookie"), let field = jar.field(for: request.url, now: context.clock.date) {
      request.headers.append("Cookie", field)
    }
    let response = try await next(request, context: context)
    let fields = response.headers.values(for: "Set-Cookie")
    guard !fields.isEmpty else { return response }
    do {
      try await jar.take(fields, from: request.url, now: context.clock.date)
    } catch {
      // A cookie file that cannot be written must not fail the response.
      context.emit(.warning) { $0.message = error.description }
    }
    return response
  }
}
