// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Sends a request again that met a connection which the server had just closed, or was about to.
///
/// A kept connection may close while a request is on its way: the server did nothing wrong, and sending again on a new
/// connection is enough. This happens before any byte of a response, and once; for methods that are not idempotent (RFC
/// 9110 §9.2.2) only if the server has certainly not processed the request, as it may say over HTTP/2 on a new connection
/// too (RFC 9113 §8.7).
///
/// Over HTTP/2 all requests of the closed connection share the next one, instead of opening one each. If a server
/// closes that one too, since it takes fewer requests on a connection, the request gets a connection of its own, for
/// the last time.
///
/// A server that is about to close may also say so on the connection, with a 408 (RFC 9110 §15.5.9) that meets a request.
///
/// A request whose `Expect` was refused is sent again here too: a middleware of its own would be a frame in every call.
struct StaleConnectionMiddleware: Middleware {
  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    let response: TransportResponse
    do {
      response = try await next(request, context: context)
    } catch {
      return try await sendAgain(request, after: error, context: context, next: next)
    }
    switch response.status {
    case 408: return try await sendElsewhere(request, after: response, context: context, next: next)
    case 417: return try await askNoMore(request, after: response, context: context, next: next)
    default: return response
    }
  }

  // Apart, as all that is rare: it would be in the frame of every call that waits.
  @inline(never)
  private func sendElsewhere(
    _ request: ResolvedRequest,
    after response: TransportResponse,
    context: CallContext,
    next: Next
  ) async throws -> TransportResponse {
    // About the connection, and not about the request, which would not be answered at once.
    let connection = FieldList.split(lines: response.headers.values(for: "Connection"))
    guard response.metrics.reusedConnection, response.metrics.firstByte ?? .zero < .seconds(1),
      connection.contains(where: { $0.lowercasedASCII() == "close" }), request.method.isIdempotent,
      request.body?.isReplayable ?? true
    else { return response }
    var again = request
    again.options.wantsNewConnection = true
    return try await next.again(again, context: context, because: .staleConnection, leaving: response)
  }

  /// After a server refused `Expect: 100-continue` (417, RFC 9110 §10.1.1): sends again without it.
  ///
  /// The server has seen no body and has not acted. It happens once, and only if the body can be sent.
  @inline(never)
  private func askNoMore(
    _ request: ResolvedRequest,
    after response: TransportResponse,
    context: CallContext,
    next: Next
  ) async throws -> TransportResponse {
    guard request.options.expectContinue != nil, request.body?.isReplayable == true else { return response }
    var again = request
    again.options.expectContinue = nil
    return try await next.again(again, context: context, because: .expectation, leaving: response)
  }

  @inline(never)
  private func sendAgain(
    _ request: ResolvedRequest,
    after error: any Error,
    context: CallContext,
    next: Next
  ) async throws -> TransportResponse {
    guard let failure = error as? TransportFailure, Self.mayCure(request, after: failure) else { throw error }
    guard request.body?.isReplayable ?? true else {
      // In the words of a retry policy. In a race, the last attempt may be another one.
      if !context.isRaced { context.call.noteRefusal("body not replayable") }
      throw error
    }
    // Other idle connections may be as old: a server that closes idle connections closes all of them.
    var again = request
    again.options.wantsNewConnection = !failure.leavesConnection
    do {
      return try await next.again(again, context: context, because: .staleConnection)
    } catch let failure as TransportFailure
      where failure.onSharedNewConnection && request.body?.isReplayable ?? true && Self.mayCure(request, after: failure)
    {
      again.options.mayShareNewConnection = false
      return try await next.again(again, context: context, because: .staleConnection)
    }
  }

  /// Whether the connection caused a failure and the request may be sent again, if its body can be; where there are
  /// endpoints, a request that a new connection refuses goes to another one instead.
  static func mayCure(_ request: ResolvedRequest, after failure: TransportFailure) -> Bool {
    failure.code == .connectionClosed
      && (failure.mayHaveExecuted
        ? failure.onReusedConnection && request.method.isIdempotent
        : failure.onReusedConnection || failure.phase == .sent && request.endpoint == nil)
  }
}
