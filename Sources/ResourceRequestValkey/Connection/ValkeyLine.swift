// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import ResourceRequestCore

/// Why a server has not answered: a phrase without what was sent.
struct ValkeyFailure: Error, Sendable, CustomStringConvertible {
  let reason: String
  var description: String { "the shared server: \(reason)" }
}

/// Sends commands to a server, or to those of its cluster.
///
/// A queue owns the sockets: nothing else touches them. Commands wait there for one another; each exchange, with the
/// connections that it may need, ends within the time limit whatever the servers do. A server that has failed is left alone
/// for a second, in which commands fail at once.
final class ValkeyLine: Sendable {
  /// A command: its name and arguments.
  typealias Command = [[UInt8]]

  private let queue = DispatchQueue(label: "ResourceRequestValkey")
  private let limit: Duration
  private let servers: ServerSet
  /// What the last exchange said: `nil` before the first.
  private let outcome = Lock<Result<Void, ValkeyFailure>?>(nil)

  init(_ address: ValkeyAddress, limit: Duration, replyLimit: Int) {
    self.limit = limit
    servers = ServerSet(address, replyLimit: replyLimit)
  }

  /// What is known of the server: a phrase.
  var condition: String {
    switch outcome.withLock(\.self) {
    case nil: "not asked yet"
    case .success: "answers"
    case .failure(let failure): "away: \(failure.reason)"
    }
  }

  /// Connects, so that the first command need not wait for that; a lookup and a handshake may take a second.
  func prepare() {
    queue.async { [self] in
      let end = ContinuousClock.now.advanced(by: max(limit, .seconds(1)))
      _ = noted { () throws(ValkeyFailure) in try servers.replies(to: [["PING"].bytes], until: end) }
    }
  }

  /// What an exchange brings, which is remembered as the state of the server.
  private func noted<Value>(_ step: () throws(ValkeyFailure) -> Value) -> Result<Value, ValkeyFailure> {
    let result = Result { () throws(ValkeyFailure) in try step() }
    outcome.withLock { $0 = result.map { _ in } }
    return result
  }

  /// Sends commands in one go, whose keys are in one slot of a cluster.
  ///
  /// - Parameters:
  ///   - commands: the commands.
  ///   - time: how long they may take, if that is less than the limit.
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
    try await act(within: nil) { servers, end throws(ValkeyFailure) in servers.places(until: end) }
  }

  private func act<Value: Sendable>(
    within time: Duration?,
    _ step: @escaping @Sendable (ServerSet, ContinuousClock.Instant) throws(ValkeyFailure) -> Value
  ) async throws(ValkeyFailure) -> Value {
    let limit = min(limit, time ?? limit)
    let start = ContinuousClock.now
    let (late, last) = (start.advanced(by: limit), time.map { start.advanced(by: $0) })
    let result = await withCheckedContinuation {
      (waiter: CheckedContinuation<Result<Value, ValkeyFailure>, Never>) in
      queue.async { [self] in
        let now = ContinuousClock.now
        // Who has waited as long as a command may take does not burden the server as well.
        guard now < late else {
          return waiter.resume(returning: .failure(ValkeyFailure(reason: "too many commands wait")))
        }
        let end = now.advanced(by: self.limit)
        waiter.resume(
          returning: noted { () throws(ValkeyFailure) in try step(servers, last.map { min($0, end) } ?? end) }
        )
      }
    }
    return try result.get()
  }
}
