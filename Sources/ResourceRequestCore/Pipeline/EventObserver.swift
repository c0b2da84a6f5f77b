// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Receives events of requests, for logs, metrics and traces.
///
/// Called on whatever thread the event happens on, including the transport's, so it must return quickly and not block.
/// Events of one request arrive in order.
public protocol EventObserver: Sendable {
  /// Receives an event.
  func observe(_ event: RequestEvent)

  /// Whether the observer wants the events of a call that starts now; read once a call, in the task that makes it.
  ///
  /// If no observer listens, the call gathers no facts. The default is `true`.
  var isListening: Bool { get }
}

extension EventObserver {
  /// The default: `true`.
  public var isListening: Bool { true }
}
