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

/// Recognizes a login page, such as that of a proxy before the gateway, and logs in.
///
/// It is called for every response of the gateway and the services behind it, except those to requests without credentials
/// (``ResourceRequest/usesCredentials``) and those of the gateway's own token endpoints. One call at a time logs in; other
/// calls that need the same handler wait, and are retried after the login.
public protocol GatewayChallengeHandler: Sendable {
  /// The handler's name in errors.
  var name: String { get }

  /// Whether a response asks for a login instead of being the resource's.
  ///
  /// The body of a stream or a download is limited to its first 64 KiB; if the length is not announced, to what arrives
  /// of them within a second, and for events to what arrives with the head.
  ///
  /// Where a redirect leads to the login page, recognize the redirect: after the login the request is sent again that got the
  /// recognized response, and that would be the one for the page.
  func canHandle(_ response: ResourceResponse) -> Bool

  /// Logs in, usually by submitting a form.
  ///
  /// - Parameters:
  ///   - response: the recognized response.
  ///   - forms: submits forms to the gateway.
  /// - Returns: what to do with the request.
  /// - Throws: any error, which ends the call and those that wait for the login.
  func handle(_ response: ResourceResponse, forms: LoginForms) async throws -> GatewayChallengeDecision
}

/// A handler's decision on a request whose response asked for a login.
public enum GatewayChallengeDecision: Sendable, Hashable {
  /// Sends the request again.
  case sendAgain
  /// Returns the response to the caller as it is; after a form was submitted, no more of its body comes than was shown.
  case accept
  /// Fails the request, and those that wait for the login.
  case cancel
}
