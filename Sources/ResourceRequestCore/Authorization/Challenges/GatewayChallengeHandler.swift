// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Recognizes a login page, such as that of a proxy before the gateway, and logs in.
///
/// It is called for every response of the gateway and of the services behind it. One call at a time logs in; other
/// calls that meet the same handler wait, and are sent again after the login.
public protocol GatewayChallengeHandler: Sendable {
  /// The handler's name in errors.
  var name: String { get }

  /// Whether a response asks for a login instead of being the resource's.
  ///
  /// The body of a stream or a download is limited to its first 64 KiB; if the length is not announced, to what arrives
  /// of them within a second, and for events to what arrives with the head.
  func canHandle(_ response: ResourceResponse) -> Bool

  /// Logs in, usually by submitting a form.
  ///
  /// - Parameters:
  ///   - response: the recognized response.
  ///   - forms: submits forms to the gateway.
  /// - Returns: what to do with the request.
  /// - Throws: any error, which ends the call.
  func handle(_ response: ResourceResponse, forms: LoginForms) async throws -> GatewayChallengeDecision
}

/// A handler's decision on a request whose response asked for a login.
public enum GatewayChallengeDecision: Sendable, Hashable {
  /// Sends the request again.
  case sendAgain
  /// Returns the response to the caller as it is.
  case accept
  /// Fails the request.
  case cancel
}
