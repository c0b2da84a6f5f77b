// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import ResourceRequestCore

/// Why a server has not answered: a phrase without what was sent.
struct ValkeyFailure: TellableError {
  let reason: String
  /// Whether nothing was tried: it has failed a moment ago, or others were before it for too long.
  var isOld = false
  /// Whether the caller had less time than a command may take, and the server may have answered later.
  var isHurried = false
  var description: String { "the shared server: \(reason)" }
}

/// Sends commands to a server, or to those of its cluster.
///
/// A queue owns the sockets. Commands wait there for one another; each ends within the time limit, whatever the servers do and
/// however many wait. A server that has failed is left alone for a second, in which commands fail at once; so none is asked
/// with a rest of the time that a server which works may need.
final class ValkeyLine: Sendable {
  /// A command: its name and arguments.
  typealias Command = [[UInt8]]

  private let queue = DispatchQueue(label: "ResourceRequestValkey")
  private let limit: Duration
  private let servers: ServerSet
  /// What the last exchange or connection said: `nil` before the first.
  private let outcome: Outcome

  private final class Outcome: Sendable {
    let state = Lock<Result<Void, ValkeyFailure>?>(nil)

    func note(_ result: Result<Void, ValkeyFailure>) {
      // That it failed a moment ago is known.
      if case .failure(let failure) = result, failure.isOld { return }
      state.withLock { $0 = result }
    }
  }

  init(_ address: ValkeyAddress, limit: Duration, replyLimit: Int) {
    self.limit = limit
    let outcome = Outcome()
    self.outcome = outcome
    servers = ServerSet(address, replyLimit: replyLimit, connectingWithin: max(limit, .seconds(1))) { outcome.note($0) }
  }

  /// What is known of the server: a phrase.
  var condition: String {
    switch outcome.state.withLock(\.self) {
    case nil: "not connected yet"
    case .success: "answers"
    case .failure(let failure): "away: \(failure.reason)"
    }
  }

  /// Connects, so that the first command need not wait for that.
  func prepare() { queue.async { [servers] in servers.connect() } }

  /// Sends commands in one go, whose keys are in one slot of a cluster.
  ///
  /// - Parameters:
  ///   - commands: the commands.
  ///   - time: how long the caller waits, if that is less than the limit; the server may take the limit.
  ///   - place: the server of a cluster that is asked; `nil` for that of the keys.
  /// - Returns: a reply for each.
  /// - Throws: ``ValkeyFailure``, also for a reply that is an error.
  func send(
    _ commands: [Command],
    within time: Duration? = nil,
    at place: ValkeyAddress.Place? = nil
  ) async throws(ValkeyFailure) -> [ValkeyReply] {
    try await act(within: time) { servers, end throws(ValkeyFailure) in
      try servers.replies(to: commands, at: place, until: end)
    }
  }

  /// Sends one command.
  func send(_ name: String, _ arguments: [UInt8]...) async throws(ValkeyFailure) -> ValkeyReply {
    try await send([[Array(name.utf8)] + arguments])[0]
  }

  /// The servers that have keys: one, or those of a cluster.
  func places() async throws(ValkeyFailure) -> [ValkeyAddress.Place] {
    try await act(within: nil) { servers, end throws(ValkeyFailure) in try servers.places(until: end) }
  }

  private func act<Value: Sendable>(
    within time: Duration?,
    _ step: @escaping @Sendable (ServerSet, ContinuousClock.Instant) throws(ValkeyFailure) -> Value
  ) async throws(ValkeyFailure) -> Value {
    let end = ContinuousClock.now.advanced(by: limit)
    // Whoever takes it out resumes it: the queue, or the timer or the cancellation of a caller in a hurry.
    let caller = Lock<CheckedContinuation<Result<Value, ValkeyFailure>, Never>?>(nil)
    @Sendable func reply(_ result: Result<Value, ValkeyFailure>) {
      caller.withLock { $0.take() }?.resume(returning: result)
    }
    @Sendable func hurry() {
      reply(.failure(ValkeyFailure(reason: "it does not answer in time", isOld: true, isHurried: true)))
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        caller.withLock { $0 = waiter }
        // One that must come to an end, as that of a turn, does so for a cancelled caller too.
        if let time {
          if Task.isCancelled { return hurry() }
          if time < limit {
            DispatchQueue.global().asyncAfter(deadline: .now() + max(0, time / .seconds(1)), execute: hurry)
          }
        }
        queue.async { [self] in
          guard caller.withLock({ $0 != nil }) else { return }
          // Who has waited for half of the time does not burden the server as well: it would be blamed for the rest.
          guard ContinuousClock.now.duration(to: end) > limit / 2 else {
            return reply(.failure(ValkeyFailure(reason: "too many commands wait", isOld: true)))
          }
          let result = Result { () throws(ValkeyFailure) in try step(servers, end) }
          outcome.note(result.map { _ in })
          reply(result)
        }
      }
    } onCancel: {
      if time != nil { hurry() }
    }
    return try result.get()
  }
}
