// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

@Suite struct `The cache of tokens` {
  /// Issues `t1`, `t2`, …, each once its gate is open.
  final class Source: TokenProvider {
    let gate = Gate()
    let asked = Lock(0)
    let failures: Lock<Int>
    let cancelled = Gate()
    let refused = Lock<[String]>([])
    let lifetime: Duration?

    init(lifetime: Duration? = .seconds(3600), failures: Int = 0, isOpen: Bool = true) {
      self.lifetime = lifetime
      self.failures = Lock(failures)
      if isOpen { gate.open() }
    }

    func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      do { try await gate.wait() } catch let error as CancellationError {
        cancelled.open()
        throw error
      }
      let fails = failures.withLock { failures in
        defer { failures -= 1 }
        return failures > 0
      }
      if fails { throw TokenError(status: 400, error: "invalid_scope", detail: "") }
      return AccessToken(Secret("t\(number)"), lifetime: lifetime)
    }

    func refuse(_ token: AccessToken, for scope: TokenScope) {
      refused.withLock { $0.append("\(scope) \(token.value.reveal())") }
    }

    var count: Int { asked.withLock(\.self) }
  }

  let clock = ManualClock()

  func context(deadline: Duration? = nil) -> CallContext {
    CallContext(
      environment: RequestEnvironment(clock: clock),
      deadline: deadline.map { clock.now.advanced(by: $0) }
    )
  }

  func text(_ held: TokenCache.Held) -> String { held.token.value.reveal() }

  /// A provider that keeps its token itself.
  struct Keeper: TokenProvider {
    let lifetime: Duration
    let refused = Latest()

    final class Latest: Sendable { let texts = Lock<[String]>([]) }

    func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
      AccessToken("t", lifetime: lifetime)
    }
    func refuse(_ token: AccessToken, for scope: TokenScope) { refused.texts.withLock { $0.append("\(scope)") } }
  }

  @Test(arguments: [Duration.zero, .seconds(3600)])
  func `a provider is told of a refused token, whether it is cached or was given again since`(
    _ lifetime: Duration
  ) async throws {
    let keeper = Keeper(lifetime: lifetime)
    let cache = TokenCache(provider: keeper)
    let old = try await cache.token(for: "a", context: context())
    if lifetime > .zero {
      clock.advance(by: .seconds(3600))
      _ = try await cache.token(for: "a", context: context())
    }
    cache.drop(old, for: "a")
    #expect(keeper.refused.texts.withLock(\.self) == ["a"])
    #expect(cache.kept(at: clock.now).isEmpty)
  }

  @Test func `the scope that is used least makes room, however early the others were fetched`() async throws {
    let cache = TokenCache(provider: Source(), limit: 2)
    for scope in ["a", "b", "a", "c"] as [TokenScope] { _ = try await cache.token(for: scope, context: context()) }
    #expect(text(try await cache.token(for: "a", context: context())) == "t1")
  }

  @Test func `any number of waiters cost one fetch`() async throws {
    let source = Source(isOpen: false)
    let cache = TokenCache(provider: source)
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<1000 { group.addTask { text(try await cache.token(for: "a", context: context())) } }
      source.gate.open()
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(tokens == ["t1"])
    #expect(source.count == 1)
  }

  @Test func `a fetch has neither deadline nor criticality of the call that begins it`() async throws {
    struct Asking: TokenProvider {
      func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
        let isFree = ResourceDeadline.current == nil && Criticality.current == nil
        return AccessToken(Secret(isFree ? "free" : "hurried"), lifetime: .seconds(60))
      }
    }
    let cache = TokenCache(provider: Asking())
    let held = try await ResourceDeadline.with(.milliseconds(100)) {
      try await Criticality.with(.sheddable) { try await cache.token(for: "a", context: context()) }
    }
    #expect(text(held) == "free")
  }

  @Test func `a fetch that fails fails those who wait for it, and the next one begins anew`() async throws {
    let source = Source(failures: 1, isOpen: false)
    let cache = TokenCache(provider: source)
    let tasks = (0..<50).map { _ in Task { try await cache.token(for: "a", context: context()) } }
    try await waitForWaiters(50, in: cache)
    source.gate.open()
    for task in tasks { await #expect(throws: TokenError.self) { try await task.value } }
    #expect(source.count == 1)
    #expect(text(try await cache.token(for: "a", context: context())) == "t2")
  }

  @Test func `cancelling one waiter leaves the others waiting`() async throws {
    let source = Source(isOpen: false)
    let cache = TokenCache(provider: source)
    let first = Task { try await cache.token(for: "a", context: context()) }
    try await waitForWaiters(1, in: cache)
    let second = Task { try await cache.token(for: "a", context: context()) }
    try await waitForWaiters(2, in: cache)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    source.gate.open()
    #expect(text(try await second.value) == "t1")
    #expect(source.count == 1)
  }

  @Test func `a fetch without waiters is cancelled`() async throws {
    let source = Source(isOpen: false)
    let cache = TokenCache(provider: source)
    let task = Task { try await cache.token(for: "a", context: context()) }
    try await waitForWaiters(1, in: cache)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await source.cancelled.wait()
    source.gate.open()
    #expect(text(try await cache.token(for: "a", context: context())) == "t2")
  }

  @Test func `each waiter waits until its own deadline`() async throws {
    let source = Source(isOpen: false)
    let cache = TokenCache(provider: source)
    let hasty = Task { try await cache.token(for: "a", context: context(deadline: .seconds(1))) }
    let patient = Task { try await cache.token(for: "a", context: context(deadline: .seconds(100))) }
    try await waitForWaiters(2, in: cache)
    try await clock.waitForSleepers(2)
    clock.advance(by: .seconds(1))
    await #expect(throws: TokenCache.DeadlinePassed.self) { try await hasty.value }
    source.gate.open()
    #expect(text(try await patient.value) == "t1")
  }

  @Test func `a token is used until it expires, and renewed in the background before`() async throws {
    let source = Source()
    let cache = TokenCache(provider: source)
    #expect(text(try await cache.token(for: "a", context: context())) == "t1")
    clock.advance(by: .seconds(3269))
    #expect(text(try await cache.token(for: "a", context: context())) == "t1")
    #expect(source.count == 1)
    clock.advance(by: .seconds(1))
    #expect(text(try await cache.token(for: "a", context: context())) == "t1")
    try await until { try await text(cache.token(for: "a", context: context())) == "t2" }
    #expect(source.count == 2)
  }

  @Test func `a renewal that fails keeps the token, and is not repeated at once`() async throws {
    let source = Source()
    let cache = TokenCache(provider: source)
    _ = try await cache.token(for: "a", context: context())
    source.failures.withLock { $0 = 1 }
    clock.advance(by: .seconds(3300))
    _ = try await cache.token(for: "a", context: context())
    try await until { source.failures.withLock(\.self) == 0 && cache.waiterCount(for: "a") == nil }
    for _ in 0..<10 { #expect(text(try await cache.token(for: "a", context: context())) == "t1") }
    #expect(source.count == 2)
    clock.advance(by: .seconds(10))
    try await until { try await text(cache.token(for: "a", context: context())) == "t3" }
  }

  /// All but its first token are over when they come.
  private struct Fading: TokenProvider {
    let source = Source()

    func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
      let token = try await source.token(for: scope, context: context)
      return source.count == 1 ? token : AccessToken(token.value, lifetime: .zero)
    }
  }

  @Test func `a renewal that brings nothing to keep is not repeated at once`() async throws {
    let provider = Fading()
    let cache = TokenCache(provider: provider)
    _ = try await cache.token(for: "a", context: context())
    clock.advance(by: .seconds(3300))
    for _ in 0..<10 {
      #expect(text(try await cache.token(for: "a", context: context())) == "t1")
      try await until { cache.waiterCount(for: "a") == nil }
    }
    #expect(provider.source.count == 2)
  }

  /// Its second token never comes.
  private final class Hanging: TokenProvider {
    let asked = Lock(0)
    let cancelled = Gate()

    func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      if number == 2 {
        defer { cancelled.open() }
        try await Gate().wait()
      }
      return AccessToken(Secret("t\(number)"), lifetime: .seconds(3600))
    }
  }

  @Test func `a renewal that never ends is given up by those who need it`() async throws {
    let source = Hanging()
    let cache = TokenCache(provider: source)
    _ = try await cache.token(for: "a", context: context())
    clock.advance(by: .seconds(3300))
    #expect(text(try await cache.token(for: "a", context: context())) == "t1")
    clock.advance(by: .seconds(300))
    let late = Task { try await cache.token(for: "a", context: context(deadline: .seconds(5))) }
    try await until { cache.waiterCount(for: "a") == 1 }
    clock.advance(by: .seconds(5))
    await #expect(throws: TokenCache.DeadlinePassed.self) { try await late.value }
    try await source.cancelled.wait()
    #expect(text(try await cache.token(for: "a", context: context())) == "t3")
  }

  @Test func `a token without a life serves those who waited`() async throws {
    let source = Source(lifetime: .zero)
    let cache = TokenCache(provider: source)
    #expect(text(try await cache.token(for: "a", context: context())) == "t1")
    #expect(text(try await cache.token(for: "a", context: context())) == "t2")
  }

  @Test func `a token refused late does not drop the one that took its place`() async throws {
    let source = Source()
    let cache = TokenCache(provider: source)
    let old = try await cache.token(for: "a", context: context())
    cache.drop(old, for: "a")
    let new = try await cache.token(for: "a", context: context())
    cache.drop(old, for: "a")
    #expect(try await cache.token(for: "a", context: context()).number == new.number)
    #expect(source.count == 2)
  }

  @Test func `scopes are apart, cleared one by one or all, and not kept without end`() async throws {
    let source = Source()
    let cache = TokenCache(provider: source, limit: 2)
    #expect(text(try await cache.token(for: "a", context: context())) == "t1")
    #expect(text(try await cache.token(for: "b", context: context())) == "t2")
    cache.clear("a")
    // A provider may keep it too, and must not give it again.
    #expect(source.refused.withLock(\.self) == ["a t1"])
    #expect(text(try await cache.token(for: "b", context: context())) == "t2")
    #expect(text(try await cache.token(for: "a", context: context())) == "t3")
    #expect(text(try await cache.token(for: "c", context: context())) == "t4")
    #expect(text(try await cache.token(for: "b", context: context())) == "t5")
    cache.clear()
    #expect(Set(source.refused.withLock(\.self)) == ["a t1", "b t5", "c t4"])
    #expect(text(try await cache.token(for: "c", context: context())) == "t6")
  }

  @Test(arguments: [nil, "a"] as [TokenScope?])
  func `a request after a clearing gets a new token, whatever is being fetched`(cleared: TokenScope?) async throws {
    let source = Source(isOpen: false)
    let cache = TokenCache(provider: source)
    let before = Task { try await cache.token(for: "a", context: context()) }
    try await until { source.count == 1 }
    cache.clear(cleared)
    let after = Task { try await cache.token(for: "a", context: context()) }
    try await until { source.count == 2 }
    source.gate.open()
    // Only the caller that waited before the clearing gets the token that was being fetched.
    #expect(text(try await before.value) == "t1")
    #expect(text(try await after.value) == "t2")
    #expect(text(try await cache.token(for: "a", context: context())) == "t2")
  }

  @Test func `a fetch from before a clearing ends with its last waiter`() async throws {
    let source = Source(isOpen: false)
    let cache = TokenCache(provider: source)
    let before = Task { try await cache.token(for: "a", context: context()) }
    try await waitForWaiters(1, in: cache)
    try await until { source.count == 1 }
    cache.clear()
    let after = Task { try await cache.token(for: "a", context: context()) }
    try await until { source.count == 2 }
    before.cancel()
    await #expect(throws: CancellationError.self) { try await before.value }
    try await source.cancelled.wait()
    source.gate.open()
    #expect(text(try await after.value) == "t2")
  }

  @Test func `nothing is kept of fetches that were abandoned or failed`() async throws {
    let source = Source(failures: 10, isOpen: false)
    let cache = TokenCache(provider: source)
    for number in 0..<1000 {
      let scope = TokenScope("s\(number)")
      let task = Task { try await cache.token(for: scope, context: context()) }
      try await until { cache.waiterCount(for: scope) == 1 }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(cache.scopeCount == 0)
    source.gate.open()
    for number in 0..<10 {
      await #expect(throws: TokenError.self) {
        try await cache.token(for: TokenScope("f\(number)"), context: context())
      }
    }
    #expect(cache.scopeCount == 0)
  }

  func waitForWaiters(_ count: Int, in cache: TokenCache) async throws {
    try await until { cache.waiterCount(for: "a") == count }
  }
}
