// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Why a call gave no answer, or none of the kind that was asked for.
///
/// A status is not an error; this is thrown where there is no response at all, and by those calls that promise more than
/// a response: ``ResourceResponse/successful()`` and decoding. Its description is one line and safe to log: credentials
/// never stand in it, and values of a URL's query only where their names are harmless.
public struct ResourceError: Error, Sendable {
  /// What went wrong, as a stable name.
  public let code: Code
  /// What went wrong and what to do about it, in one sentence without secrets.
  public let message: String
  /// What was asked; `nil` where the request could not be understood that far.
  public let request: RequestSummary?
  /// Every time the request went out, or tried to, in order.
  public let attempts: [Attempt]
  /// Whether sending the same request again may go better: the cause is one that passes.
  public let isRetryable: Bool
  /// Whether the server may have acted on the request although no answer came.
  ///
  /// `false` only where that is certain.
  public let mayHaveExecuted: Bool
  /// The answer, where there was one.
  public let response: ResourceResponse?
  /// The error beneath, as it was thrown.
  public let cause: (any Error)?

  /// An error of this code.
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

  /// The same error with what was asked and the attempts of its call, where it does not say them itself.
  package func adding(_ request: RequestSummary, _ attempts: [Attempt]) -> ResourceError {
    guard self.attempts.isEmpty, !attempts.isEmpty || self.request == nil else { return self }
    return ResourceError(
      code: code,
      message: message,
      request: self.request ?? request,
      attempts: attempts,
      isRetryable: isRetryable,
      mayHaveExecuted: mayHaveExecuted,
      response: response,
      cause: cause
    )
  }
}
