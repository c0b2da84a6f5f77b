// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Answers the challenges of one of a gateway's security checks, such as a PIN check.
///
/// One call at a time uses it: other calls that meet the same check wait and continue together afterwards.
public protocol SecurityCheckHandler: Sendable {
  /// The name of the security check.
  var securityCheck: String { get }

  /// Answers a challenge.
  ///
  /// The task is cancelled when no call waits for the answer any more.
  ///
  /// - Parameter challenge: the check's challenge, such as the number of remaining attempts.
  /// - Returns: an answer, or `cancel`.
  /// - Throws: any error, which fails the calls that wait.
  func handle(challenge: JSON) async throws -> SecurityCheckAnswer

  /// Called after the check was passed.
  func succeeded(_ success: JSON) async

  /// Called after the check failed for good, such as for a blocked account.
  func failed(_ failure: JSON) async
}

extension SecurityCheckHandler {
  /// Does nothing.
  public func succeeded(_ success: JSON) async {}

  /// Does nothing.
  public func failed(_ failure: JSON) async {}
}

/// A handler's answer to the challenge of a security check.
public enum SecurityCheckAnswer: Sendable {
  /// Sends the challenge answer to the check.
  case answer(JSON)
  /// Fails the calls that wait for the check.
  case cancel
}
