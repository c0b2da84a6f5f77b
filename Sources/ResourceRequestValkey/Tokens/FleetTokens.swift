// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// Tokens at a server of Valkey or Redis: one instance fetches, the others read.
///
/// Who finds no token takes the turn to fetch one; the others look again until it is there, for two seconds at most. A token is
/// there until shortly before it is renewed, so that the first that renews fetches and the others find the new one. Where the
/// server does not answer, each fetches for itself.
final class FleetTokens: TokenStore {
  /// How long an instance has the turn to fetch.
  static let turnTime = Duration.seconds(10)
  /// How long the others wait for it before they fetch, too: calls wait as long.
  private static let patience = Duration.seconds(2)

  private struct State {
    var isAway = false
    var reads = 0
    var fetches = 0
    var failures = 0
  }

  /// What a look at the server says.
  enum Look {
    case found(AccessToken)
    case ours
    case others
    /// One has failed to fetch just now: everyone sees for itself.
    case free
  }

  private let send: @Sendable ([ValkeyLine.Command]) async throws -> [ValkeyReply]
  private let seal: TokenSeal
  private let prefix: String
  private let turn = SharedTurn()
  private let state = Lock(State())

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - prefix: what the names of keys begin with.
  ///   - secret: what tokens are encrypted with.
  ///   - send: sends commands to the server.
  init(
    prefix: String,
    secret: Secret,
    send: @escaping @Sendable ([ValkeyLine.Command]) async throws -> [ValkeyReply]
  ) {
    self.prefix = prefix
    self.send = send
    seal = TokenSeal(secret: secret)
  }

  func token(
    _ name: String,
    insteadOf refused: AccessToken?,
    context: CallContext,
    fetch: @Sendable () async throws -> AccessToken
  ) async throws -> AccessToken {
    let hidden = seal.hidden(name)
    let look = { () async throws -> Look in
      do { return try await self.look(hidden, refused) } catch {
        try Task.checkCancellation()
        self.noteFailure(error, context)
        return .free
      }
    }
    return try await Self.token(context.clock, look, ours: { try await self.fetchForAll(hidden, context, fetch) }) {
      try await self.fetched(fetch)
    }
  }

  /// The token that is found, or fetched: for all in turn, or alone where everyone sees for itself, or after a wait.
  static func token(
    _ clock: any RequestClock,
    _ look: () async throws -> Look,
    ours fetchForAll: () async throws -> AccessToken,
    alone fetch: () async throws -> AccessToken
  ) async throws -> AccessToken {
    let end = clock.now.advanced(by: Self.patience)
    var pause = Duration.milliseconds(10)
    while true {
      switch try await look() {
      case .found(let token): return token
      case .ours: return try await fetchForAll()
      case .free: return try await fetch()
      case .others:
        guard clock.now < end else { return try await fetch() }
        try await clock.sleep(until: min(end, clock.now.advanced(by: pause)))
        pause = min(pause * 2, .milliseconds(200))
      }
    }
  }

  /// What became of the tokens that were asked for: a phrase.
  var counts: String {
    let state = state.withLock(\.self)
    return "\(state.reads) read, \(state.fetches) fetched, \(state.failures) failures"
  }

  // MARK: Looking

  private func look(_ hidden: String, _ refused: AccessToken?) async throws -> Look {
    let value = [["GET", valueName(hidden)].bytes, ["PTTL", valueName(hidden)].bytes]
    if let token = try await found(in: send(value), hidden, refused) { return .found(token) }
    // Looked at once more behind the turn, since its owner stores before it ends the turn.
    let replies: [ValkeyReply]
    do { replies = try await send([turn.taking(turnName(hidden), for: Self.turnTime)] + value) } catch {
      if (error as? ValkeyFailure)?.isOld != true { turn.leave(turnName(hidden), by: send) }
      throw error
    }
    let token = try await found(in: Array(replies.dropFirst()), hidden, refused)
    state.withLock { $0.isAway = false }
    switch SharedTurn.owner(replies[0]) {
    case .ours:
      guard let token else { return .ours }
      _ = try await send([turn.ending(turnName(hidden), isStored: true)])
      return .found(token)
    case .others: return token.map { .found($0) } ?? .others
    case .nobody: return .free
    }
  }

  /// The token among the replies; one that was refused is removed, unless another is there by now.
  private func found(
    in replies: [ValkeyReply],
    _ hidden: String,
    _ refused: AccessToken?
  ) async throws -> AccessToken? {
    guard let bytes = replies[0].bytes, let left = replies[1].number, left > 0,
      let token = read(bytes, hidden, left: Int64(left))
    else { return nil }
    guard token.value != refused?.value else {
      _ = try await send([["EVAL", Self.remove, "1", valueName(hidden)].bytes + [bytes]])
      return nil
    }
    state.withLock { state in
      state.isAway = false
      state.reads += 1
    }
    return token
  }

  private static let remove =
    "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0"

  private func fetched(_ fetch: @Sendable () async throws -> AccessToken) async throws -> AccessToken {
    state.withLock { $0.fetches += 1 }
    return try await fetch()
  }

  private func fetchForAll(
    _ hidden: String,
    _ context: CallContext,
    _ fetch: @Sendable () async throws -> AccessToken
  ) async throws -> AccessToken {
    let start = context.clock.now
    let token: AccessToken
    do { token = try await fetched(fetch) } catch {
      // Where nobody waits any more here, the next that looks fetches at once.
      await endTurn(hidden, isStored: error is CancellationError, context)
      throw error
    }
    let now = context.clock.now
    let lifetime = (token.lifetime ?? .seconds(TokenLifetime.longestSeconds)) - start.duration(to: now)
    let kept = Self.kept(token, from: start, to: now)
    guard let kept, let sealed = written(token, lifetime, kept, hidden) else {
      await endTurn(hidden, isStored: false, context)
      return token
    }
    let milliseconds = Int64(kept / .milliseconds(1))
    let storing: ValkeyLine.Command = ["SET", valueName(hidden)].bytes + [sealed] + ["PX", "\(milliseconds)"].bytes
    await endTurn(hidden, by: [storing], isStored: true, context)
    return token
  }

  /// How long a token is kept for all that was asked for at a moment and came at another; `nil` if that is no time.
  static func kept(
    _ token: AccessToken,
    from start: ContinuousClock.Instant,
    to now: ContinuousClock.Instant
  ) -> Duration? {
    // Its time runs from the request on, that of the server from now on.
    let renewal = TokenLifetime.decide(token.lifetime, from: start).map { start.duration(to: $0.renewal) }
    let kept = renewal.map { $0 * 19 / 20 - start.duration(to: now) }
    return kept.flatMap { $0 >= .milliseconds(1) ? $0 : nil }
  }

  private func endTurn(
    _ hidden: String,
    by commands: [ValkeyLine.Command] = [],
    isStored: Bool,
    _ context: CallContext
  ) async {
    do { _ = try await send(commands + [turn.ending(turnName(hidden), isStored: isStored)]) } catch {
      noteFailure(error, context)
      turn.leave(turnName(hidden), by: send)
    }
  }

  /// Warns where the server has answered before, or was not asked.
  private func noteFailure(_ error: any Error, _ context: CallContext) {
    let isNews = state.withLock { state in
      defer { state.isAway = true }
      state.failures += 1
      return !state.isAway
    }
    guard isNews else { return }
    context.emit(.warning) { $0.message = "tokens are not shared for now, each instance fetches its own: \(error)" }
  }

  private func valueName(_ hidden: String) -> String { "\(prefix):k:{\(hidden)}" }
  private func turnName(_ hidden: String) -> [UInt8] { Array("\(prefix):l:{\(hidden)}".utf8) }

  // MARK: What is kept

  /// The token with its times in milliseconds: its lifetime, and how long the server keeps it.
  private func written(_ token: AccessToken, _ lifetime: Duration, _ kept: Duration, _ hidden: String) -> [UInt8]? {
    // What has the parts apart must be in none of them.
    guard token.scope?.description.contains(byte: "\n") != true else { return nil }
    let times = [lifetime, kept].map { "\(Int64($0 / .milliseconds(1)))" }
    let text = (times + [token.scope.map { "=\($0)" } ?? "-", token.value.reveal()]).joined(separator: "\n")
    return seal.seal(Array(text.utf8), for: hidden)
  }

  /// The token of what was kept, with the lifetime that it has left; `nil` if it is none.
  private func read(_ bytes: [UInt8], _ hidden: String, left: Int64) -> AccessToken? {
    guard let plain = seal.open(bytes, for: hidden) else { return nil }
    let parts = plain.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard parts.count == 4, let lifetime = Int64(parts[0]), let kept = Int64(parts[1]), left <= kept,
      lifetime > kept - left, TokenReply.isSendable(parts[3])
    else { return nil }
    let scope = parts[2].begins(withBytesOf: "-") ? nil : TokenScope(String(parts[2].dropFirst()))
    // Instances that read it at the same moment do not come for the next at the same one.
    let rest = lifetime - (kept - left)
    let spread = Int64.random(in: 0...(rest / 20))
    return AccessToken(Secret(parts[3]), lifetime: .milliseconds(rest - spread), scope: scope)
  }
}
