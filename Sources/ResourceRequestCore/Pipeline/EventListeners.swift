// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The observers that receive events of one call, in their order.
struct EventListeners: Sendable {
  /// Those that receive all events.
  let toAll: [any EventObserver]
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
    if toAll.count == toNotable.count { return toAll }
    return kind.isNotable ? toNotable : toAll
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
