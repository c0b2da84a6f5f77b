// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Receives events of requests, for logs, metrics and traces.
///
/// Called on whatever thread the event happens on, the transport's own included, so it must be quick and must not block.
/// Events of one request come in order.
public protocol EventObserver: Sendable {
  /// Takes note of an event.
  func observe(_ event: RequestEvent)

  /// Whether it wants the events of a call that begins now; asked once a call, in the task that makes it.
  ///
  /// Where no observer listens, the call gathers no facts. `true` unless an observer says otherwise.
  var isListening: Bool { get }
}

extension EventObserver {
  /// Always.
  public var isListening: Bool { true }
}
