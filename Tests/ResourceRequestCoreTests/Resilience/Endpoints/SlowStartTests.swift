// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCore

/// An endpoint that came back gets little at first, and the others keep their weights, by whatever order they are chosen.
@Suite(.onOwnThreads) struct SlowStartTests {
  private let start = ContinuousClock.Instant.now
  private let ok = AttemptEnd.answered(200)
  private let refused = AttemptEnd.failed(.connectFailed, phase: .connecting, mayHaveExecuted: false)

  /// The share of each endpoint in each second of a slow start of ten, after the first was ejected and returned.
  private func shares(_ balance: BalancePolicy, weights: [Int]) throws -> [[Double]] {
    var rules = EndpointRules()
    rules.balance = balance
    rules.health = HealthRules(OutlierPolicy())
    rules.slowStart = SlowStartPolicy(window: .seconds(10))
    let endpoints = try weights.enumerated().map {
      ServiceEndpoint(try Origin("https://e\($0.offset).example"), weight: $0.element)
    }
    var table = EndpointTable(endpoints, rules)
    var bits = SplitMix64(7)
    while table.unhealthy == 0 {
      let choice = try #require(table.choose(at: start, &bits))
      _ = table.finish(choice, choice.index == 0 ? refused : ok, after: .zero, at: start, &bits)
    }
    let back = start.advanced(by: .seconds(31))
    let probe = try #require(table.choose(at: back, &bits))
    _ = table.finish(probe, ok, after: .zero, at: back, &bits)
    return try (0..<11).map { second in
      var counts = Array(repeating: 0.0, count: weights.count)
      for call in 0..<2000 {
        let now = back.advanced(by: .seconds(second) + .microseconds(call * 500))
        let choice = try #require(table.choose(at: now, &bits))
        counts[choice.index] += 1 / 2000
        _ = table.finish(choice, ok, after: .zero, at: now, &bits)
      }
      return counts
    }
  }

  @Test(arguments: [BalancePolicy.roundRobin, .random, .leastRequest])
  func `one of three gets at most 8 percent in the first second, and more in each`(_ balance: BalancePolicy) throws {
    let seconds = try shares(balance, weights: [1, 1, 1])
    #expect(seconds[0][0] <= 0.08, "\(seconds)")
    #expect(abs(seconds[0][1] - seconds[0][2]) < 0.05)
    for (one, next) in zip(seconds, seconds.dropFirst()) { #expect(next[0] > one[0] - 0.02) }
    #expect(abs(seconds[10][0] - 1.0 / 3) < 0.03)
  }

  @Test(arguments: [BalancePolicy.roundRobin, .random])
  func `a heavy endpoint ramps too, and the others share by their weights`(_ balance: BalancePolicy) throws {
    let seconds = try shares(balance, weights: [20, 1, 3])
    // A tenth to a fifth of twenty, beside four.
    #expect(seconds[0][0] < 0.45, "\(seconds)")
    #expect((2.5...3.5).contains(seconds[0][2] / seconds[0][1]))
    #expect(abs(seconds[10][0] - 20.0 / 24) < 0.03)
  }
}
