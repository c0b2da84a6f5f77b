// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Lets one task do work that several want at the same time, and passes its outcome to the others.
///
/// The first to join a key leads, and must finish its flight in any case. The others wait; each leaves at its own
/// deadline or cancellation, without effect on the flight.
package final class SingleFlight<Key: Hashable & Sendable, Outcome: Sendable>: Sendable {
  /// The result of joining.
  package enum Role: Sendable {
    /// The caller leads: it does the work, and finishes the flight with this number.
    case leads(UInt64)
    /// Another task did the work, with this outcome.
    case followed(Outcome)
  }

  /// The waiter's deadline passed before the flight finished.
  package struct DeadlinePassed: Error {}

  private typealias Waiter = CheckedContinuation<Outcome, any Error>

  private struct Flight {
    let number: UInt64
    var waiters: [UInt64: Waiter] = [:]
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var lastNumber: UInt64 = 0

    mutating func number() -> UInt64 {
      lastNumber &+= 1
      return lastNumber
    }
  }

  /// Invariant: only the code that removes a waiter from a flight resumes it, outside the lock.
  private let state = Lock(State())

  package init() {}

  /// Becomes the leader of a key if it has none, without waiting.
  ///
  /// - Returns: the number of the flight; `nil` if the key has a leader already.
  package func lead(_ key: Key) -> UInt64? {
    state.withLock { state in
      guard state.flights[key] == nil else { return nil }
      let number = state.number()
      state.flights[key] = Flight(number: number)
      return number
    }
  }

  /// Joins a key: leads, or waits for the leader to finish.
  ///
  /// - Parameters:
  ///   - key: the work.
  ///   - sleep: returns at the waiter's deadline; `nil` without one.
  /// - Returns: whether the caller leads, or the outcome.
  /// - Throws: ``DeadlinePassed``, or `CancellationError`.
  package func join(_ key: Key, until sleep: (@Sendable () async throws -> Void)? = nil) async throws -> Role {
    let (ticket, leads) = state.withLock { state in
      let ticket = state.number()
      guard state.flights[key] == nil else { return (ticket, false) }
      state.flights[key] = Flight(number: ticket)
      return (ticket, true)
    }
    if leads { return .leads(ticket) }
    var alarm: Task<Void, Never>?
    defer { alarm?.cancel() }
    do {
      return .followed(
        try await withTaskCancellationHandler {
          try await withCheckedThrowingContinuation { continuation in
            let isWaiting = state.withLock { state in
              // Finished meanwhile: a caller that still needs it joins again.
              guard state.flights[key] != nil else { return false }
              state.flights[key]?.waiters[ticket] = continuation
              return true
            }
            guard isWaiting else { return continuation.resume(throwing: Gone()) }
            // Only now: a leaving that comes before the waiter is entered would be lost.
            if Task.isCancelled { leave(key, ticket, CancellationError()) }
            guard let sleep else { return }
            alarm = Task(executorPreference: WaitingThread.current) {
              if (try? await sleep()) != nil { self.leave(key, ticket, DeadlinePassed()) }
            }
          }
        } onCancel: {
          leave(key, ticket, CancellationError())
        }
      )
    } catch is Gone {
      return try await join(key, until: sleep)
    }
  }

  /// Finishes a flight, and resumes its waiters; only its leader's number does.
  package func finish(_ key: Key, _ number: UInt64, _ outcome: Outcome) {
    let flight: Flight? = state.withLock { state in
      guard let place = state.flights.index(forKey: key), state.flights.values[place].number == number else {
        return nil
      }
      return state.flights.remove(at: place).value
    }
    guard let flight, !flight.waiters.isEmpty else { return }
    // In the order in which they came, which a dictionary does not keep.
    for (_, waiter) in flight.waiters.sorted(by: { $0.key < $1.key }) { waiter.resume(returning: outcome) }
  }

  /// The number of waiters for a key; `nil` if it has no leader.
  package func waiterCount(_ key: Key) -> Int? { state.withLock { $0.flights[key]?.waiters.count } }

  private struct Gone: Error {}

  private func leave(_ key: Key, _ ticket: UInt64, _ error: any Error) {
    let waiter = state.withLock { $0.flights[key]?.waiters.removeValue(forKey: ticket) }
    waiter?.resume(throwing: error)
  }
}
