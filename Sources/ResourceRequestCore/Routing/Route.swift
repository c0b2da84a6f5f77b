// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Where a request goes and how: what the router decided.
package struct Route: Sendable {
  /// The request as it would go out, without the service's credential.
  package var request: ResolvedRequest
  /// What holds for where it goes.
  package var destination: Destination
  /// What is done with redirects.
  package let redirects: RedirectPolicy
  /// The longest the call may take; `nil` for no end.
  package let totalTimeout: Duration?
  /// The body before it was compressed, for an origin where other rules hold.
  let plainBody: OutgoingBody?
  /// How the call is made, on every hop.
  package let call: CallOptions

  /// Takes the body as a rule wants it sent, from the beginning.
  mutating func compress(by rule: RequestCompression?) {
    guard let plainBody else { return }
    let body = plainBody.compressed(by: rule, &request.headers)
    request.body = call.watch?(body) ?? body
  }
}
