// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox

/// One adapter of the gateway.
protocol Adapter: Sendable {
  /// Answers a call.
  ///
  /// - Throws: ``Refusal`` where the call is wrong.
  func answer(_ call: AdapterCall) async throws -> HTTPResponse
}
