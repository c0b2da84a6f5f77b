// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Handles one concern of an exchange: changes requests and responses, answers by itself, or sends again.
///
/// Call `next` once to pass the request on, not at all to answer it, and ``Next/again(_:context:because:leaving:)`` to
/// send it again. Take time and randomness from the context, never from a clock or a sleep of your own, so that tests
/// control both.
///
/// There are two stations. A middleware per hop sees a request once, however often it is sent, and may send it again. A
/// middleware per attempt sees each attempt with the header fields as they are sent, credentials and cookies included.
public protocol Middleware: Sendable {
  /// Handles a request, mostly by passing it on.
  ///
  /// - Throws: ``TransportFailure``, or `CancellationError`. Any other error becomes the cause of a ``ResourceError``
  ///   with the code `transportFailure`.
  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse
}

/// Middleware of attempts that adds fields which a signer, of the client or of a feature, is to see.
package protocol FieldMiddleware: Middleware {}

/// A middleware of attempts that at times would only pass requests on, and is passed over then.
package protocol IdlingMiddleware: Middleware {
  /// Whether it has nothing to do for the attempt that begins; asked in the task of the call.
  var isIdle: Bool { get }
}

/// Middleware for one service, at both stations.
public struct MiddlewareStations: Sendable {
  /// Middleware for each hop, outermost first: called once a hop, before credentials and other fields are added.
  public var hop: [any Middleware]
  /// Middleware for each attempt, outermost first: sees the header fields as they are sent, credentials and cookies
  /// included.
  public var attempt: [any Middleware]

  /// Creates lists of middleware, empty by default.
  public init(hop: [any Middleware] = [], attempt: [any Middleware] = []) {
    self.hop = hop
    self.attempt = attempt
  }
}
