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

/// The observers that receive events of one call, in their order.
package struct EventListeners: Sendable {
  /// Those that receive all events.
  package let toAll: [any EventObserver]
  /// Those that receive notable events: the ones above among them.
  let toNotable: [any EventObserver]

  /// Asks each observer once; allocates nothing where all of them have the same interest.
  init(_ observers: [any EventObserver]) {
    guard !observers.isEmpty else {
      (toAll, toNotable) = ([], [])
      return
    }
    var all: [any EventObserver]?
    var notable: [any EventObserver]?
    for (place, observer) in observers.enumerated() {
      let interest = observer.interest
      Self.take(observer, at: place, of: observers, interest == .all, &all)
      Self.take(observer, at: place, of: observers, interest != .none, &notable)
    }
    toAll = all ?? observers
    toNotable = notable ?? observers
  }

  /// Whether no observer receives anything.
  var isEmpty: Bool { toNotable.isEmpty }

  /// Those that receive an event.
  func of(_ kind: RequestEvent.Kind) -> [any EventObserver] {
    // Most calls are observed by observers of one interest, for which no names are compared.
    toAll.count == toNotable.count || !kind.isNotable ? toAll : toNotable
  }

  /// Adds an observer to a list, or leaves it out; `nil` is the list of all observers so far.
  private static func take(
    _ observer: any EventObserver,
    at place: Int,
    of observers: [any EventObserver],
    _ isTaken: Bool,
    _ list: inout [any EventObserver]?
  ) {
    if isTaken {
      list?.append(observer)
    } else if list == nil {
      list = Array(observers[..<place])
    }
  }
}
