// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Caches the scope that a resource requires by method and URL, so that the next request is sent with it.
final class LearnedScopes: Sendable {
  /// The key of a resource: without its query, which may hold secrets.
  struct Resource: Sendable, Hashable {
    let method: RequestMethod
    let place: String

    init(_ request: ResolvedRequest) {
      method = request.method
      place = request.url.origin.description + request.url.path
    }
  }

  private struct Table: Sendable {
    var scopes: [Resource: TokenScope] = [:]
    /// A ring of the resources in the order they were learned; the oldest is evicted.
    var order: [Resource] = []
    var oldest = 0
  }

  private let limit: Int
  /// Invariant: the ring holds exactly the resources of the table.
  private let table = Lock(Table())

  /// - Parameter limit: the maximum number of resources.
  init(limit: Int = 1024) {
    self.limit = limit
  }

  subscript(resource: Resource) -> TokenScope? {
    table.withLock { $0.scopes[resource] }
  }

  func learn(_ scope: TokenScope, for resource: Resource) {
    table.withLock { table in
      guard table.scopes.updateValue(scope, forKey: resource) == nil else { return }
      guard table.order.count == limit else { return table.order.append(resource) }
      table.scopes[table.order[table.oldest]] = nil
      table.order[table.oldest] = resource
      table.oldest = (table.oldest + 1) % limit
    }
  }

  func forget() {
    table.withLock { $0 = Table() }
  }
}
