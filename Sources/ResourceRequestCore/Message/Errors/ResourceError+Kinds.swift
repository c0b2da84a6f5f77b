// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceError {
  /// Whether one of the caller's time limits passed: connect, read, attempt or total.
  ///
  /// A server's own timeout (408, 504) is a response; see ``response``.
  public var isTimeout: Bool { Code.timeouts.contains(code) }

  /// Whether no connection was made, so the server has not seen the request.
  public var isConnectionFailure: Bool { Code.connectionFailures.contains(code) }

  /// Whether one of the client's own limits refused to send: a rate limit, a queue, or an open circuit breaker.
  ///
  /// The server may be healthy, or is being spared until it is.
  public var isLoadShed: Bool { Code.loadShedding.contains(code) }

  /// The status for your own client when a call that you depend on failed (RFC 9110 §15.6).
  ///
  /// 504 after a time limit, 503 if the client's own limits refused to send, otherwise 502.
  public var gatewayStatus: Status { isTimeout ? 504 : isLoadShed ? 503 : 502 }

  /// The response's problem details (RFC 9457); `nil` without a response, or if it has none.
  public var problem: ProblemDetails? { response?.problem }
}

extension ResourceError.Code {
  fileprivate static let timeouts: Set<ResourceError.Code> = [
    .connectTimeout, .readTimeout, .attemptTimeout, .deadlineExceeded,
  ]
  fileprivate static let connectionFailures: Set<ResourceError.Code> = [
    .nameNotResolved, .connectFailed, .connectTimeout, .tlsHandshakeFailed, .certificateRejected, .addressRefused,
    .proxyFailed,
  ]
  fileprivate static let loadShedding: Set<ResourceError.Code> = [.circuitOpen, .overloaded, .rateLimited]
}
