// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Sends once more, without asking first, what a server refused to be asked about (417, RFC 9110 §10.1.1).
///
/// The server has seen no body and acted on nothing. It happens once, and only where the body can be sent.
struct RefusedExpectationMiddleware: Middleware {
  func send(_ request: ResolvedRequest, context: RequestContext, next: Next) async throws -> TransportResponse {
    let response = try await next(request, context: context)
    guard RefusedExpectationMiddleware.sendsAgain(request, after: response.status) else { return response }
    response.body.stream?.cancel()
    var again = request
    again.options.expectContinue = nil
    return try await next(again, context: context)
  }

  /// Whether it was the question that was refused, and the request may go out without it.
  static func sendsAgain(_ request: ResolvedRequest, after status: Status) -> Bool {
    status == 417 && request.options.expectContinue != nil && request.body?.isReplayable == true
  }
}
