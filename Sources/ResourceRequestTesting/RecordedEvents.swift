// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Keeps the events it observes, for a test to inspect and to wait for.
public final class RecordedEvents: EventObserver {
  private struct State: Sendable {
    var events: [RequestEvent] = []
    var counts: [RequestEvent.Kind: Int] = [:]
  }

  private let recorded = Watched(State())

  /// Creates an observer without events.
  public init() {}

  /// The events so far, in order.
  public var events: [RequestEvent] { recorded.current.events }

  /// The kinds of the events so far, in order.
  public var kinds: [RequestEvent.Kind] { events.map(\.kind) }

  /// The events of one kind, in order.
  public func events(of kind: RequestEvent.Kind) -> [RequestEvent] {
    events.filter { $0.kind == kind }
  }

  /// Suspends until this many events of a kind have happened.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled first.
  public func wait(for kind: RequestEvent.Kind, count: Int = 1) async throws {
    try await recorded.wait { $0.counts[kind, default: 0] >= count }
  }

  /// Keeps an event.
  public func observe(_ event: RequestEvent) {
    recorded.change { state in
      state.events.append(event)
      state.counts[event.kind, default: 0] += 1
    }
  }
}
