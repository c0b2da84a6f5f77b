// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A chain of middleware that ends at a transport.
///
/// Each service has its own, so that a middleware owns its policy and state.
package final class Pipeline: Sendable {
  let middleware: [any Middleware]
  /// The index of the first attempt middleware: from there on, middleware sees each attempt; before, each hop.
  let attemptStation: Int
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
    self.transport = EndpointRefusal.around(transport)
    self.usual = usual
    self.ledger = ledger
  }

  /// The reason why a request with these fields must not be sent; `nil` if it may.
  func refusal(of headers: Headers) -> String? {
    usual.refusal(of: headers)
  }

  package func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    try await Next(self, position: 0)(request, context: context)
  }
}
