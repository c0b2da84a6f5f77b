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
  package func adding(
    _ request: RequestSummary,
    _ attempts: [Attempt] = [],
    mayHaveExecuted: Bool
  ) -> ResourceError {
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
