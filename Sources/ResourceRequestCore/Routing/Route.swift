// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The decision of the router: the destination of a request and how it is sent.
package struct Route: Sendable {
  /// The request to send, without the service's credential.
  package var request: ResolvedRequest
  /// The destination.
  package var destination: Destination
  /// The redirect policy.
  package let redirects: RedirectPolicy
  /// The total timeout; `nil` for none.
  package let totalTimeout: Duration?
  /// The uncompressed body, for another origin with other rules.
  let plainBody: OutgoingBody?
  /// The call options of every hop.
  package let call: CallOptions

  /// Compresses the plain body by a rule.
  mutating func compress(by rule: RequestCompression?) {
    guard let plainBody else { return }
    // Where the coding's library is missing, the body goes as it is: the call is under way.
    let body = (try? plainBody.compressed(by: rule, &request.headers)) ?? plainBody
    request.body = call.watch?(body) ?? body
  }
}
