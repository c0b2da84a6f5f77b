// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Sends once more what went out on a connection that the server had just closed.
///
/// A kept connection may end while a request is on its way to it: the server did nothing wrong, and nothing but a second
/// sending, on a new connection, is needed. It happens before any byte of a response, and once; of methods that are not
/// idempotent (RFC 9110 §9.2.2) only where no byte of the request was sent.
///
/// Over HTTP/2 all whose connection has ended share the next, lest each opens one. A server that takes fewer of them on a
/// connection ends that too; then the request has one of its own, and that is the last time.
///
/// What a server refused to be asked about goes out once more here too (``RefusedExpectation``): a middleware of its own
/// would be a frame of every call.
struct StaleConnectionMiddleware: Middleware {
  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    let response: TransportResponse
    do {
      response = try await next(request, context: context)
    } catch let failure as TransportFailure where StaleConnectionMiddleware.sendsAgain(request, after: failure) {
      return try await sendAgain(request, context: context, next: next)
    }
    guard let again = RefusedExpectation.requestWithoutAsking(request, after: response.status) else { return response }
    return try await next.again(again, context: context, because: .expectation, leaving: response)
  }

  private func sendAgain(
    _ request: ResolvedRequest,
    context: CallContext,
    next: Next
  ) async throws -> TransportResponse {
    // Others that are open may be as old: a server that closes what rests closes all of it.
    var again = request
    again.options.wantsNewConnection = true
    do {
      return try await next.again(again, context: context, because: .staleConnection)
    } catch let failure as TransportFailure
      where failure.onSharedNewConnection && StaleConnectionMiddleware.sendsAgain(request, after: failure)
    {
      again.options.mayShareNewConnection = false
      return try await next.again(again, context: context, because: .staleConnection)
    }
  }

  /// Whether a failure is the connection's and the request may go out again.
  static func sendsAgain(_ request: ResolvedRequest, after failure: TransportFailure) -> Bool {
    failure.code == .connectionClosed && failure.onReusedConnection
      && (request.method.isIdempotent || !failure.mayHaveExecuted) && request.body?.isReplayable ?? true
  }
}
