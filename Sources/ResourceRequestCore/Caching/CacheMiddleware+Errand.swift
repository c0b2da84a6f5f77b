// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension CacheMiddleware {
  /// A request on its way through the cache.
  struct Errand: Sendable {
    /// Behind a reference, since it is passed through many frames that live as long as the exchange.
    private final class Facts: Sendable {
      let request: ResolvedRequest
      let question: CacheQuestion
      let key: CacheKey
      let isAuthorized: Bool
      let context: CallContext
      let next: Next

      init(
        _ request: ResolvedRequest,
        _ question: CacheQuestion,
        _ key: CacheKey,
        isAuthorized: Bool,
        _ context: CallContext,
        _ next: Next
      ) {
        self.request = request
        self.question = question
        self.key = key
        self.isAuthorized = isAuthorized
        self.context = context
        self.next = next
      }
    }

    private let facts: Facts
    /// Whether the response came from an equal request in flight.
    var isCollapsed = false
    /// The number of changes when the request was sent.
    var changes: UInt64 = 0

    init(
      _ request: ResolvedRequest,
      _ question: CacheQuestion,
      _ key: CacheKey,
      isAuthorized: Bool,
      _ context: CallContext,
      _ next: Next
    ) {
      facts = Facts(request, question, key, isAuthorized: isAuthorized, context, next)
    }

    var request: ResolvedRequest { facts.request }
    var question: CacheQuestion { facts.question }
    var key: CacheKey { facts.key }
    var isAuthorized: Bool { facts.isAuthorized }
    var context: CallContext { facts.context }
    var next: Next { facts.next }
    /// Milliseconds since 1970.
    var moment: Int64 { facts.context.milliseconds }
    /// Whether the response is to be a stream.
    var isStream: Bool { facts.request.options.streamWindow != nil }
  }
}
