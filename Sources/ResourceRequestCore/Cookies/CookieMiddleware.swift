// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Attaches the client's cookies to matching requests and stores those of responses, for each hop and attempt.
///
/// Cookies are credentials: a request without credentials sends none, and the cookies of its response are not stored. A login
/// form begins or continues the session that they are.
struct CookieMiddleware: Middleware {
  let jar: CookieJar

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    guard let request = withCookies(request, context) else { return try await next(request, context: context) }
    let response = try await next(request, context: context)
    if response.headers.contains("Set-Cookie") { await take(response, of: request, context) }
    return response
  }

  /// The request with its cookies; `nil` if it has none, and its response's are not stored.
  ///
  /// Never inlined: what it needs would be in the frame of every call that waits.
  @inline(never)
  private func withCookies(_ given: ResolvedRequest, _ context: CallContext) -> ResolvedRequest? {
    guard given.authorization.usesCredentials || given.authorization.isLoginForm else { return nil }
    var request = given
    // The caller's own field wins.
    if !request.headers.contains("Cookie"), let field = jar.field(for: request.url, now: context.clock.date) {
      request.headers.append("Cookie", field)
    }
    return request
  }

  @inline(never)
  private func take(_ response: TransportResponse, of request: ResolvedRequest, _ context: CallContext) async {
    do {
      try await jar.take(response.headers.values(for: "Set-Cookie"), from: request.url, now: context.clock.date)
    } catch {
      // A cookie file that cannot be written must not fail the response.
      context.emit(.warning) { $0.message = error.description }
    }
  }
}
