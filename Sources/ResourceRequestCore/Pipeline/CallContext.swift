// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The facts of one call that travel beside its request: when it must end, what time it is, who watches.
public struct CallContext: Sendable {
  /// A number for the call, unique within the process; every attempt and redirect of it has the same.
  public let id: UInt64
  /// When the call must have ended; `nil` for never.
  public var deadline: ContinuousClock.Instant?
  /// Clock, randomness and observer, shared by all calls of a client.
  public let environment: RequestEnvironment
  /// What became of the attempts so far.
  package let log: AttemptLog

  /// A context for a call that starts now.
  public init(environment: RequestEnvironment = RequestEnvironment(), deadline: ContinuousClock.Instant? = nil) {
    id = RequestEnvironment.nextID()
    self.environment = environment
    self.deadline = deadline
    log = AttemptLog()
  }

  /// The clock.
  public var clock: any RequestClock { environment.clock }

  /// The time that is left; `nil` where there is no deadline.
  ///
  /// Never negative.
  public var remaining: Duration? {
    deadline.map { max(.zero, clock.now.duration(to: $0)) }
  }

  /// Tells the observer, if there is one, that something happened.
  ///
  /// The facts are not gathered where there is none.
  public func emit(_ kind: RequestEvent.Kind, _ facts: (inout RequestEvent) -> Void = { _ in }) {
    guard let observer = environment.observer else { return }
    tell(observer, kind, facts)
  }

  /// Apart from ``emit(_:_:)``, so that an event nobody watches has no room in the frames of those who would tell it.
  @inline(never)
  private func tell(_ observer: any EventObserver, _ kind: RequestEvent.Kind, _ facts: (inout RequestEvent) -> Void) {
    var event = RequestEvent(id: id, moment: clock.now, kind: kind)
    facts(&event)
    observer.observe(event)
  }
}
