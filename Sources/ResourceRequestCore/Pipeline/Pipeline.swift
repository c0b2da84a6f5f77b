// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A chain of middleware that ends at a transport.
///
/// One for each service, so that a middleware owns its policy and state.
package final class Pipeline: Sendable {
  let middleware: [any Middleware]
  /// Where an attempt begins: what stands there and below sees each sending, what stands above each hop.
  let attemptStation: Int
  let transport: any Transport
  /// Counts the attempts; `nil` where nobody is to know.
  let ledger: AttemptLedger?
  /// The fields that most requests have.
  private let usual: UsualFields

  /// A chain of middleware.
  ///
  /// - Parameters:
  ///   - middleware: what sees each hop, outermost first; it may send again.
  ///   - attempts: what sees each attempt, outermost first, inside of that.
  ///   - transport: where it ends.
  ///   - usual: the fields that most requests have: they are checked once and not with every request.
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

  /// Why a request with these fields must not go out; `nil` where it may.
  func refusal(of headers: Headers) -> String? {
    usual.refusal(of: headers)
  }

  package func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    try await Next(self, position: 0)(request, context: context)
  }
}
