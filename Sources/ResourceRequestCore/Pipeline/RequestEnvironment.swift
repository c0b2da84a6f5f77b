// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// What all calls of a client share: clock, randomness and observers.
public final class RequestEnvironment: Sendable {
  /// The clock.
  public let clock: any RequestClock
  /// The source of randomness: 64 random bits at each call.
  public let randomBits: @Sendable () -> UInt64
  /// The observers, called in this order.
  package let observers: [any EventObserver]
  /// Whether there are observers.
  let isObserved: Bool

  /// Creates an environment; by default with the machine's clock and randomness and no observers.
  public init(
    clock: any RequestClock = SystemClock(),
    observers: [any EventObserver] = [],
    randomBits: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
  ) {
    self.clock = clock
    self.observers = observers
    self.randomBits = randomBits
    isObserved = !observers.isEmpty
  }

  /// Returns a copy with one more observer, which is called last.
  public func observed(by observer: any EventObserver) -> RequestEnvironment {
    RequestEnvironment(clock: clock, observers: observers + [observer], randomBits: randomBits)
  }

  /// The observers that listen to a call that begins now.
  var listeners: EventListeners { EventListeners(observers) }

  /// Creates an environment with one observer, or none.
  public convenience init(
    clock: any RequestClock = SystemClock(),
    observer: (any EventObserver)?,
    randomBits: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
  ) {
    self.init(clock: clock, observers: observer.map { [$0] } ?? [], randomBits: randomBits)
  }

  package static func nextID() -> UInt64 { ids.wrappingAdd(1, ordering: .relaxed).newValue }

  private static let ids = Atomic<UInt64>(0)
}
