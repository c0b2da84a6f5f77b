// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Receives events of requests, for logs, metrics and traces.
///
/// Called on whatever thread the event happens on, including the transport's, so it must return quickly and not block.
/// Events of one request arrive in order.
public protocol EventObserver: Sendable {
  /// Receives an event.
  func observe(_ event: RequestEvent)

  /// Which events of a call that starts now the observer receives; read once a call, in the task that makes it.
  ///
  /// A call gathers no facts for events that no observer receives. The default is ``EventInterest/all``. Events of the
  /// client itself, such as a reload, are received in any case.
  var interest: EventInterest { get }
}

extension EventObserver {
  /// The default: all events.
  public var interest: EventInterest { .all }
}

/// Which events of a call an observer receives.
public enum EventInterest: Sendable, Hashable, CaseIterable {
  /// No event.
  case none
  /// Failed calls, warnings, and changes of configurations and endpoints.
  ///
  /// A call that goes well then costs hardly more than one that nobody observes.
  case notable
  /// All events.
  case all
}
