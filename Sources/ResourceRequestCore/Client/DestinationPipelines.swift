// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The pipelines that lead to one destination.
struct DestinationPipelines: Sendable {
  /// For calls without policies of their own: nearly all.
  let usual: Pipeline
  /// For calls with policies of their own: the same middleware, and that which obeys such policies.
  ///
  /// The same as ``usual`` where the configuration demands that already.
  let overriding: Pipeline

  /// The one for a request.
  func pipeline(for request: ResolvedRequest) -> Pipeline { request.hasOverrides ? overriding : usual }
}
