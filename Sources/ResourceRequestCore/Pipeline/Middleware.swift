// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One concern around the exchange, for every attempt that passes through it.
///
/// Call `next` not at all to answer yourself, once to pass on, again to try again. Time and chance come from the context:
/// a middleware never reads a clock or sleeps on its own, so that tests decide both.
public protocol Middleware: Sendable {
  /// Answers a request, mostly by passing it on.
  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse
}
