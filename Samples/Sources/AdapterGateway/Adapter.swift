// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import ResourceRequestKit

/// One adapter of the gateway.
protocol Adapter: Sendable {
  /// What a token must be good for that comes with a call; `nil` for none.
  func scope(for call: AdapterCall) -> TokenScope?

  /// Answers a call.
  ///
  /// - Throws: ``Refusal`` where the call is wrong.
  func answer(_ call: AdapterCall) async throws -> HTTPResponse
}

extension Adapter {
  /// Open to everybody.
  func scope(for call: AdapterCall) -> TokenScope? { nil }
}
