// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What to do where a server refused to be asked whether it wants a body (417, RFC 9110 §10.1.1): the same without asking.
///
/// The server has seen no body and acted on nothing. It happens once, and only where the body can be sent.
///
/// Pure.
enum RefusedExpectation {
  /// The request that goes out instead; `nil` where the response is the response.
  static func requestWithoutAsking(_ request: ResolvedRequest, after status: Status) -> ResolvedRequest? {
    guard status == 417, request.options.expectContinue != nil, request.body?.isReplayable == true else { return nil }
    var again = request
    again.options.expectContinue = nil
    return again
  }
}
