// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import ResourceRequestKit

/// One adapter of the gateway.
protocol Adapter: Sendable {
  /// The scope that a call's token must have; `nil` for none.
  func scope(for call: AdapterCall) -> TokenScope?

  /// Answers a call.
  ///
  /// - Throws: ``Refusal`` where the call is wrong.
  func answer(_ call: AdapterCall) async throws -> HTTPResponse
}

extension Adapter {
  /// Open to all callers.
  func scope(for call: AdapterCall) -> TokenScope? { nil }
}
