// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// The endpoints that instances have left out, at a server of Valkey or Redis, for as long as each leaves them out.
///
/// The server is asked after a failure, in the background; the next failure finds the answer. Whatever it does, each instance
/// goes on by its own failures.
final class FleetHints: EndpointHints {
  /// How long an answer counts.
  private static let memory = Duration.seconds(2)
  /// The most endpoints that are remembered, and how long a hint lasts at most.
  private static let (most, longest) = (1024, Duration.seconds(300))

  /// What is known of an endpoint: whether it is doubted, as of when; and whether it is being asked about.
  private struct Known {
    var isDoubted = false
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
      if let last = known[endpoint], last.askedAt.duration(to: now) < Self.memory { return (last.isDoubted, false) }
      if known.count >= Self.most { known = [:] }
      known[endpoint] = Known(askedAt: now)
      return (false, true)
    }
    if asks { ask(about: endpoint) }
    return isDoubted
  }

  private func ask(about endpoint: String) {
    Task { [self] in
      guard let reply = try? await send([["EXISTS", key(endpoint)].bytes]), case .number(1)? = reply.first else {
        return
      }
      known.withLock { $0[endpoint]?.isDoubted = true }
    }
  }

  func leavesOut(_ endpoint: String, for time: Duration) {
    let milliseconds = Int(max(.milliseconds(1), min(time, Self.longest)) / .milliseconds(1))
    Task { [self] in _ = try? await send([["SET", key(endpoint), "1", "PX", "\(milliseconds)"].bytes]) }
  }

  /// The name of an endpoint's key; its URL is not readable there.
  private func key(_ endpoint: String) -> String { "\(prefix):h:\(SHA256.hexadecimal(of: endpoint))" }
}
