// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Remembers what scope a resource asked for, by method and URL, so that the next request brings it at once.
final class LearnedScopes: Sendable {
  /// A resource as it is remembered: without its query, which may hold anything, secrets too.
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
    /// A ring of the resources in the order they were learned: the oldest goes when there are too many.
    var order: [Resource] = []
    var oldest = 0
  }

  private let limit: Int
  /// Invariant: the ring holds exactly the resources of the table.
  private let table = Lock(Table())

  /// - Parameter limit: how many resources are remembered.
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
