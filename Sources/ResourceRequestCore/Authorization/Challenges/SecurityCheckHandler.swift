// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Answers one of a gateway's security checks, such as a PIN check.
///
/// Named for its check. Asked by one call at a time: others that meet the same check wait, and go on together when it
/// is done with.
public protocol SecurityCheckHandler: Sendable {
  /// The name of the security check.
  var securityCheck: String { get }

  /// Answers a challenge; the task is cancelled when nobody waits for the answer any more.
  ///
  /// - Parameter challenge: what the check says, such as how many attempts remain.
  /// - Returns: an answer, or that there will be none.
  /// - Throws: any error, which ends the calls that wait.
  func handle(challenge: JSON) async throws -> SecurityCheckAnswer

  /// Is told that the check is content.
  func succeeded(_ success: JSON) async

  /// Is told that the check will not be asked again, such as for a blocked account.
  func failed(_ failure: JSON) async
}

extension SecurityCheckHandler {
  /// Does nothing.
  public func succeeded(_ success: JSON) async {}

  /// Does nothing.
  public func failed(_ failure: JSON) async {}
}
