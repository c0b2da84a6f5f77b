// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore

/// Asks a loop which connections it has; the task that asks goes on with the answer.
package struct ConnectionQuestion: Sendable {
  private let continuation: CheckedContinuation<[ConnectionStatus], Never>

  package init(_ continuation: CheckedContinuation<[ConnectionStatus], Never>) { self.continuation = continuation }

  /// Answers it; to be called once.
  package func answer(_ connections: [ConnectionStatus]) { continuation.resume(returning: connections) }
}
