// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides what to do after a server refused `Expect: 100-continue` (417, RFC 9110 §10.1.1): send again without it.
///
/// The server has seen no body and has not acted. It happens once, and only if the body can be sent.
///
/// Pure.
enum RefusedExpectation {
  /// The request to send instead; `nil` if the response is final.
  static func requestWithoutAsking(_ request: ResolvedRequest, after status: Status) -> ResolvedRequest? {
    guard status == 417, request.options.expectContinue != nil, request.body?.isReplayable == true else { return nil }
    var again = request
    again.options.expectContinue = nil
    return again
  }
}
