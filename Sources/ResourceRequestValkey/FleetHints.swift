// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// The endpoints that instances have left out, at a server of Valkey or Redis, for as long as each leaves them out.
///
/// The server is asked after a failure, in the background; the next failure finds the answer. Whatever it does, each instance
/// goes on by its own failures.
final class FleetHints: EndpointHints {
  /// How long the server is not asked again.
  private static let memory = Duration.seconds(2)
  /// The most endpoints that are remembered, and how long a hint lasts at most.
  private static let (most, longest) = (1024, Duration.seconds(300))

  /// What is known of an endpoint: until when it is doubted, and when the server was asked.
  private struct Known {
    var doubtedUntil: ContinuousClock.Instant?
    var askedAt: ContinuousClock.Instant
  }

  private let known = Lock<[String: Known]>([:])
  private let prefix: String
  private let send: @Sendable ([ValkeyLine.Command]) async throws -> [ValkeyReply]

  /// - Parameters:
  ///   - prefix: what the names of keys begin with: that of the store, and the service.
  ///   - send: sends commands.
  init(prefix: String, send: @escaping @Sendable ([ValkeyLine.Command]) async throws -> [ValkeyReply]) {
    self.prefix = prefix
    self.send = send
  }

  func doubts(_ endpoint: String) -> Bool {
    let now = ContinuousClock.now
    let (isDoubted, asks) = known.withLock { known -> (Bool, Bool) in
      let last = known[endpoint]
      let isDoubted = last?.doubtedUntil.map { now < $0 } ?? false
      if let last, last.askedAt.duration(to: now) < Self.memory { return (isDoubted, false) }
      if last == nil, known.count >= Self.most { known = [:] }
      known[endpoint] = Known(doubtedUntil: last?.doubtedUntil, askedAt: now)
      return (isDoubted, true)
    }
    if asks { ask(about: endpoint) }
    return isDoubted
  }

  private func ask(about endpoint: String) {
    Task { [self] in
      // Milliseconds; below 0 there is none.
      guard let reply = try? await send([["PTTL", key(endpoint)].bytes]), case .number(let left)? = reply.first else {
        return
      }
      let time = min(.milliseconds(max(0, left)), Self.longest)
      known.withLock { $0[endpoint]?.doubtedUntil = left > 0 ? ContinuousClock.now.advanced(by: time) : nil }
    }
  }

  func leavesOut(_ endpoint: String, for time: Duration) {
    let milliseconds = Int(max(.milliseconds(1), min(time, Self.longest)) / .milliseconds(1))
    Task { [self] in _ = try? await send([["SET", key(endpoint), "1", "PX", "\(milliseconds)"].bytes]) }
  }

  /// The name of an endpoint's key; its URL is not readable there.
  private func key(_ endpoint: String) -> String { "\(prefix):h:\(SHA256.hexadecimal(of: endpoint))" }
}
