// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A chain of middleware that ends at a transport.
///
/// One for each service, so that a middleware owns its policy and state.
package final class Pipeline: Sendable {
  let middleware: [any Middleware]
  let transport: any Transport
  /// Fields that most requests have, of which it is known that they may go out.
  private let known: Headers

  /// A chain of middleware.
  ///
  /// - Parameters:
  ///   - middleware: the chain, outermost first.
  ///   - transport: where it ends.
  ///   - usual: the fields that most requests have: they are checked once and not with every request.
  package init(_ middleware: [any Middleware], transport: any Transport, usual: Headers = Headers()) {
    self.middleware = middleware
    self.transport = transport
    let allMayGoOut = usual.allSatisfy { FramingFields.refusal(name: $0.name, value: $0.value) == nil }
    known = allMayGoOut ? usual : Headers()
  }

  /// Why a request with these fields must not go out; `nil` where it may.
  func refusal(of headers: Headers) -> String? {
    if headers.sharesStorage(with: known) { return nil }
    for index in headers.indices {
      let field = headers[index]
      if index < known.count, field.isIdentical(to: known[index]) { continue }
      if let reason = FramingFields.refusal(name: field.name, value: field.value) { return reason }
    }
    return nil
  }

  package func send(_ request: ResolvedRequest, context: RequestContext) async throws -> TransportResponse {
    try await Next(self, position: 0)(request, context: context)
  }
}
