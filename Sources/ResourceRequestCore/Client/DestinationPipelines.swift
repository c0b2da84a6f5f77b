// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The pipelines of one destination.
struct DestinationPipelines: Sendable {
  /// For calls without policies of their own: almost all.
  let usual: Pipeline
  /// For calls with policies of their own: the same middleware, and the one that applies such policies.
  ///
  /// The same as ``usual`` if the configuration requires that middleware anyway.
  let overriding: Pipeline
  /// Learns of changes, where the pipelines have no cache.
  let changes: UncachedChanges?

  /// Whether the pipelines have a cache.
  var hasCache: Bool { changes == nil }

  /// The pipeline for a request.
  func pipeline(for request: ResolvedRequest) -> Pipeline { request.hasOverrides ? overriding : usual }
}
