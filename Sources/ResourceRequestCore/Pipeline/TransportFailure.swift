// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The error of a transport; the client wraps it in a ``ResourceError`` with the request and the attempts.
public struct TransportFailure: Error, Sendable {
  /// The class of the failure.
  public var code: ResourceError.Code
  /// What happened and what to do about it, in one sentence without secrets.
  public var message: String
  /// The phase that the exchange reached.
  public var phase: Attempt.Phase
  /// Whether the server may have acted on the request.
  public var mayHaveExecuted: Bool
  /// Whether a reused connection failed before the first byte of the response.
  public var onReusedConnection: Bool
  /// Whether that connection was used instead of a requested new one: a shared connection that had just been opened.
  package var onSharedNewConnection = false
  /// Whether the connection goes on: only the exchange was ended.
  package var leavesConnection = false
  /// The challenges of a proxy that refused the credentials: the values of `Proxy-Authenticate`; `nil` if none did.
  package var proxyChallenges: [String]?
  /// How long the client's own limit refuses to send, where that is known.
  package var retryAfter: Duration?
  /// The underlying error, if any.
  public var cause: (any Error)?
  /// The response that could not be completed, if any.
  public var response: TransportResponse?
  /// How long its attempt was under way, without what came before it, such as a token; `nil` if none was.
  package var attemptTime: Duration?
  /// Whether it is already among the call's attempts, or concerns none of them.
  var isNoted = false

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - code: the class of the failure.
  ///   - message: what happened and what to do about it, without secrets.
  ///   - phase: the phase that the exchange reached.
  ///   - mayHaveExecuted: whether the server may have acted on the request; `nil` derives it from the phase.
  ///   - onReusedConnection: whether a reused connection failed before the first byte of the response.
  ///   - cause: the underlying error.
  public init(
    code: ResourceError.Code,
    message: String,
    phase: Attempt.Phase,
    mayHaveExecuted: Bool? = nil,
    onReusedConnection: Bool = false,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.phase = phase
    self.mayHaveExecuted = mayHaveExecuted ?? !phase.isBeforeSending
    self.onReusedConnection = onReusedConnection
    self.cause = cause
  }

  /// What the SDK's own bodies and trailers fail with.
  private static let codesOfBodies: Set<ResourceError.Code> = [.invalidBody, .bodyNotReplayable, .invalidHeader]

  /// The failure for a body that could not be produced.
  package init(ofBody error: any Error, phase: Attempt.Phase) {
    // That of another call, whose response is sent on, says nothing about this one's server.
    if let error = error as? ResourceError, Self.codesOfBodies.contains(error.code) {
      self.init(code: error.code, message: error.message, phase: phase, cause: error.cause)
      return
    }
    let reason = (error as? ResourceError)?.message ?? EncodingFailure.reason(ofBody: error)
    self.init(code: .invalidBody, message: "the body could not be produced: \(reason)", phase: phase, cause: error)
  }

  /// The failure of a call of which nothing was sent.
  package init(unsent code: ResourceError.Code, _ message: String, cause: (any Error)? = nil) {
    self.init(code: code, message: message, phase: .queued, cause: cause)
  }

  /// The failure of a call that would be sent again but whose body is consumed.
  fileprivate init(consumedBodyNeededBecause reason: AttemptReason, after answer: TransportResponse?) {
    let remedy =
      switch reason {
      case .token: "the server requires a token, but the body can be read only once; obtain a token before sending"
      case .login:
        "the server requires a login, but the body can be read only once; send it as bytes or a file"
      case .challenge: "a login is required, but the body can be read only once; log in first"
      default:
        "the request must be sent again (\(reason)), but its body can be read only once; "
          + "use a replayable body, such as bytes or a file"
      }
    self.init(code: .bodyNotReplayable, message: remedy, after: answer)
  }

  /// The failure of a call after a response that it cannot continue from.
  init(code: ResourceError.Code, message: String, after answer: TransportResponse?, mayHaveExecuted: Bool = true) {
    self.init(code: code, message: message, phase: .receiving, mayHaveExecuted: mayHaveExecuted)
    response = answer
    isNoted = true
  }
}

extension TransportFailure: RedactedDescription {
  /// Code and message.
  public var description: String { "\(code): \(Redaction.text(message))" }
  /// The code and the message, without the cause's text, which may contain a URL with secrets.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "code": code, "message": Redaction.text(message), "phase": phase, "mayHaveExecuted": mayHaveExecuted,
        "onReusedConnection": onReusedConnection, "cause": cause.map { "\(type(of: $0))" } as Any,
      ]
    )
  }
}

extension ResourceError {
  /// The wait before the same call may succeed, for the `Retry-After` of your own responses; `nil` if it is not known.
  ///
  /// An open circuit breaker and a rate limit know it, and a response may say it (RFC 9110 §10.2.3).
  public var retryAfter: Duration? {
    if let wait = (cause as? TransportFailure)?.retryAfter { return max(.zero, wait) }
    guard let headers = response?.headers, let value = headers["Retry-After"] else { return nil }
    // A date is measured from the response's own date, which needs no clock.
    if let sent = headers["Date"].flatMap({ HTTPDate.parse($0, now: HTTPDate.withoutClock) }) {
      return RetryAfter.wait(value, now: sent)
    }
    return DecimalDigits.bounded(value.utf8) == nil ? nil : RetryAfter.wait(value, now: 0)
  }
}

extension ResolvedRequest {
  /// Checks that the request can be sent again, before anything is done for that.
  ///
  /// - Parameters:
  ///   - reason: why it would be sent again.
  ///   - answer: the response before, whose stream the error does not hold.
  ///   - context: the call.
  /// - Throws: ``TransportFailure`` with the code `bodyNotReplayable` if its body can be read only once, and was.
  @inline(never)
  func checkReplayable(
    because reason: AttemptReason,
    leaving answer: TransportResponse?,
    _ context: CallContext
  ) async throws(TransportFailure) {
    guard body?.isReplayable == false else { return }
    throw TransportFailure(consumedBodyNeededBecause: reason, after: await answer?.left(context))
  }
}
