// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A chain of middleware that ends at a transport.
///
/// Each service has its own, so that a middleware owns its policy and state.
package final class Pipeline: Sendable {
  let middleware: [any Middleware]
  /// The index of the first attempt middleware: from there on, middleware sees each attempt; before, each hop.
  let attemptStation: Int
  /// Of the attempt middleware, what is passed over at times; empty if nothing is.
  private let idling: [(any IdlingMiddleware)?]
  let transport: any Transport
  /// Counts the attempts, if set.
  let ledger: AttemptLedger?
  /// The fields that most requests share.
  private let usual: UsualFields

  /// Creates a chain of middleware.
  ///
  /// - Parameters:
  ///   - middleware: the middleware of each hop, outermost first; it may send again.
  ///   - attempts: the middleware of each attempt, outermost first, within `middleware`.
  ///   - transport: the end of the chain.
  ///   - usual: the fields that most requests share: validated once instead of with every request.
  ///   - ledger: counts the attempts.
  package init(
    _ middleware: [any Middleware],
    attempts: [any Middleware] = [],
    transport: any Transport,
    usual: UsualFields = UsualFields(Headers()),
    ledger: AttemptLedger? = nil
  ) {
    self.middleware = middleware + attempts
    attemptStation = middleware.count
    let idling = attempts.map { $0 as? any IdlingMiddleware }
    self.idling = idling.contains { $0 != nil } ? idling : []
    self.transport = EndpointRefusal.around(transport)
    self.usual = usual
    self.ledger = ledger
  }

  /// The reason why a request with these fields must not be sent; `nil` if it may.
  func refusal(of headers: Headers) -> String? { usual.refusal(of: headers) }

  /// The position of the next attempt middleware that has something to do, from this position on.
  @inline(__always)
  func busyPosition(from position: Int) -> Int {
    guard !idling.isEmpty else { return position }
    return (position..<middleware.count).first { idling[$0 - attemptStation]?.isIdle != true } ?? middleware.count
  }

  package func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    try await Next(self, position: 0)(request, context: context)
  }
}
