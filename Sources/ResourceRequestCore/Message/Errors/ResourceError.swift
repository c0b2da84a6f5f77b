// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The error of a call: there is no response, or not the expected one.
///
/// A status is not an error. This is thrown if there is no response, and by calls that promise success:
/// ``ResourceResponse/successful()`` and decoding. Its description is one line and safe to log: it contains no
/// credentials, and values of a URL's query only if their names are harmless.
///
/// `catch ResourceError.readTimeout` catches the errors of one code, whoever defines the code.
@dynamicMemberLookup
public struct ResourceError: Error, Sendable {
  /// The kind of failure, as a stable code.
  public let code: Code
  /// What failed and what to do about it, in one sentence without secrets.
  public let message: String
  /// The request; `nil` if it could not be parsed that far.
  public let request: RequestSummary?
  /// Every attempt of the call, in order.
  public let attempts: [Attempt]
  /// Whether the same request may succeed later: the cause is temporary.
  public let isRetryable: Bool
  /// Whether the server may have executed the request although no response arrived.
  ///
  /// `false` only if it certainly has not.
  public let mayHaveExecuted: Bool
  /// The response, if there was one.
  public let response: ResourceResponse?
  /// The underlying error.
  public let cause: (any Error)?

  /// Creates an error.
  public init(
    code: Code,
    message: String,
    request: RequestSummary? = nil,
    attempts: [Attempt] = [],
    isRetryable: Bool = false,
    mayHaveExecuted: Bool = false,
    response: ResourceResponse? = nil,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = Redaction.text(message).onOneLine
    self.request = request
    self.attempts = attempts
    self.isRetryable = isRetryable
    self.mayHaveExecuted = mayHaveExecuted
    self.response = response
    self.cause = cause
  }

  /// A code by its name, for patterns: `catch ResourceError.readTimeout`.
  public static subscript(dynamicMember path: KeyPath<Code.Type, Code>) -> Code { Code.self[keyPath: path] }

  /// The same error with the request and the attempts of its call, unless it has its own.
  ///
  /// - Parameters:
  ///   - request: the request of the call.
  ///   - attempts: the attempts of the call.
  ///   - mayHaveExecuted: whether a server may have acted on any of them.
  /// - Returns: the error.
  package func adding(_ request: RequestSummary, _ attempts: [Attempt] = [], mayHaveExecuted: Bool) -> ResourceError {
    let lacksFacts = self.attempts.isEmpty && (!attempts.isEmpty || self.request == nil)
    guard lacksFacts || mayHaveExecuted && !self.mayHaveExecuted else { return self }
    return ResourceError(
      code: code,
      message: message,
      request: self.request ?? request,
      attempts: lacksFacts ? attempts : self.attempts,
      isRetryable: isRetryable,
      mayHaveExecuted: self.mayHaveExecuted || mayHaveExecuted,
      response: response,
      cause: cause
    )
  }
}

extension ResourceError: RedactedDescription {
  /// Code, message and request, in one line that is safe to log.
  public var description: String {
    var text = "\(code): \(message)"
    if let request { text += " (\(request))" }
    if attempts.count > 1 { text += " after \(attempts.count) attempts" }
    return text
  }
  /// The description without that of the cause: errors of other packages may print a URL with its secrets.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "code": code, "message": message, "request": request as Any, "attempts": attempts, "isRetryable": isRetryable,
        "mayHaveExecuted": mayHaveExecuted, "response": response as Any,
        "cause": cause.map { "\(type(of: $0))" } as Any,
      ]
    )
  }
}

extension ResourceError {
  /// Whether one of the caller's time limits passed: connect, read, attempt or total.
  ///
  /// A server's own timeout (408, 504) is a response; see ``response``.
  public var isTimeout: Bool { code.traits.contains(.timeout) }

  /// Whether no connection was made, so the server has not seen the request.
  public var isConnectionFailure: Bool { code.traits.contains(.unconnected) }

  /// Whether one of the client's own limits refused to send: a rate limit, a queue, or an open circuit breaker.
  ///
  /// The server may be healthy, or is being spared until it is.
  public var isLoadShed: Bool { code.traits.contains(.shed) }

  /// The status for your own client when a call that you depend on failed (RFC 9110 §15.6).
  ///
  /// 504 after a time limit, 503 if the client's own limits refused to send, otherwise 502.
  public var gatewayStatus: Status { isTimeout ? 504 : isLoadShed ? 503 : 502 }

  /// The response's problem details (RFC 9457); `nil` without a response, or if it has none.
  public var problem: ProblemDetails? { response?.problem }
}
