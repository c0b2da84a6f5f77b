// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension CacheMiddleware {
  /// A request on its way through the cache.
  struct CacheLookup: Sendable {
    /// Behind a reference, since it is passed through many frames that live as long as the exchange.
    final class Facts: Sendable {
      let request: ResolvedRequest
      let question: CacheQuestion
      let key: CacheKey
      let finding: CachePartition.Finding
      let context: CallContext
      let next: Next

      init(
        _ request: ResolvedRequest,
        _ question: CacheQuestion,
        _ key: CacheKey,
        _ finding: CachePartition.Finding,
        _ context: CallContext,
        _ next: Next
      ) {
        self.request = request
        self.question = question
        self.key = key
        self.finding = finding
        self.context = context
        self.next = next
      }
    }

    let facts: Facts
    /// Whether the response came from an equal request in flight.
    var isCollapsed = false
    /// The number of changes when the request was sent.
    var changes: UInt64 = 0
    /// Whether the store had not answered when it was sent.
    var isIncomplete = false
    /// What its attempts carried; `nil` before it is sent.
    var sent: SentCredentials?

    /// Sends a request for this one, and notes what its attempts carry.
    mutating func recording(_ request: ResolvedRequest) -> ResolvedRequest {
      let sent = sent ?? SentCredentials(expecting: finding.cookie)
      self.sent = sent
      var request = request
      request.caching.sent = sent
      return request
    }

    var request: ResolvedRequest { facts.request }
    var question: CacheQuestion { facts.question }
    var key: CacheKey { facts.key }
    /// What was known of its credentials before it was sent.
    var finding: CachePartition.Finding { facts.finding }
    /// Whether it carried credentials.
    var isAuthorized: Bool { finding.isAuthorized || sent?.hasOthers == true }
    /// Whether its response may go to a disk only if those to credentials may: a URL may carry some, too.
    var isPersonal: Bool { finding.isPersonal || isAuthorized || request.url.hasSecretItems }
    var context: CallContext { facts.context }
    var next: Next { facts.next }
    /// Milliseconds since 1970.
    var moment: Int64 { facts.context.milliseconds }
    /// Whether the response is to be a stream.
    var isStream: Bool { facts.request.options.streamWindow != nil }
  }
}
