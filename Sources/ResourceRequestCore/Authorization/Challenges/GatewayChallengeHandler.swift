// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Recognizes what stands before a gateway and wants a login of its own, mostly a form, and logs in.
///
/// Asked for every answer of the gateway and of the services behind it. One call at a time logs in; others that meet
/// the same handler wait, and send again when it is done.
public protocol GatewayChallengeHandler: Sendable {
  /// A name for errors.
  var name: String { get }

  /// Whether an answer is not the resource's but asks for a login.
  ///
  /// Of a stream or a download it has the first 64 KiB of the body; where the length is not announced, what comes of them
  /// within a second, and of events what comes with the head.
  func canHandle(_ response: ResourceResponse) -> Bool

  /// Logs in, mostly by submitting a form.
  ///
  /// - Parameters:
  ///   - response: what was recognized.
  ///   - forms: submits forms to the gateway.
  /// - Returns: what is done with the request.
  /// - Throws: any error, which ends the call.
  func handle(_ response: ResourceResponse, forms: LoginForms) async throws -> GatewayChallengeAnswer
}
