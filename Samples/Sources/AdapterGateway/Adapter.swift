// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import ResourceRequestKit

/// One adapter of the gateway.
protocol Adapter: Sendable {
  /// The scope that a call's token must have; `nil` if the call needs no token.
  func scope(for call: AdapterCall) -> TokenScope?

  /// Responds to a call.
  ///
  /// - Throws: ``Refusal`` if the call is invalid.
  func answer(_ call: AdapterCall) async throws -> HTTPResponse
}

extension Adapter {
  /// Open to all callers.
  func scope(for call: AdapterCall) -> TokenScope? { nil }
}
