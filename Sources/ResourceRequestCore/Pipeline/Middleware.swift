// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One concern around the exchange, for every attempt that passes through it.
///
/// Call `next` not at all to answer yourself, once to pass on, and ``Next/again(_:context:because:leaving:)`` to send again.
/// Time and chance come from the context: a middleware never reads a clock or sleeps on its own, so that tests decide both.
///
/// There are two stations: a middleware per hop sees the request once, however often it is sent, and may send it again; a
/// middleware per attempt sees each sending, with the fields as they go out, credentials and cookies included.
public protocol Middleware: Sendable {
  /// Answers a request, mostly by passing it on.
  ///
  /// - Throws: ``TransportFailure``, or `CancellationError`. What else it throws becomes the cause of a
  ///   ``ResourceError`` with the code `transportFailure`.
  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse
}
