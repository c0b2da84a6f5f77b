// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceError {
  /// Whether a time limit of the caller's passed: that of connecting, of reading, of an attempt, or of the whole call.
  ///
  /// A server that reports its own (408, 504) answered in time; see ``response``.
  public var isTimeout: Bool { Code.timeouts.contains(code) }

  /// Whether no connection was made: the server has not seen the request.
  public var isConnectionFailure: Bool { Code.connectionFailures.contains(code) }

  /// Whether a limit of the client's own refused to send: a rate, a queue, or an open circuit breaker.
  ///
  /// The server may be well, or is spared until it is.
  public var isLoadShed: Bool { Code.loadShedding.contains(code) }

  /// The status with which a server answers its own client when the call it depended on fails so (RFC 9110 §15.6).
  ///
  /// 504 after a time limit, 503 where the client's own limits refused to send, 502 otherwise.
  public var gatewayStatus: Status { isTimeout ? 504 : isLoadShed ? 503 : 502 }

  /// What the response says about the failure (RFC 9457); `nil` where there is no response, or it describes no problem.
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
