// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import TestSupport
import Testing

@testable import ResourceRequestValkey

/// The turns of a rate that is held together.
@Suite(.enabled(if: ValkeyServer.isInstalled, "there is no redis-server"))
struct FleetQuotaTests {
  @Test func `turns are an interval apart, and are given out for the near future only`() {
    let quota = FleetQuota(requests: 1000, per: .seconds(1))
    let now = ContinuousClock.now
    var next = now
    func take() -> FleetQuota.Grant { quota.take(20, within: .milliseconds(50), from: &next, at: now) }
    #expect(take() == FleetQuota.Grant(count: 20, wait: .zero))
    #expect(take() == FleetQuota.Grant(count: 20, wait: .milliseconds(20)))
    #expect(take() == FleetQuota.Grant(count: 11, wait: .milliseconds(40)))
    #expect(take() == FleetQuota.Grant(count: 0, wait: .milliseconds(1)))
    #expect(now.duration(to: next) == .milliseconds(51))
  }

  @Test func `a slow rate says when it is worth to ask again`() {
    let quota = FleetQuota(requests: 2, per: .seconds(1))
    let now = ContinuousClock.now
    var next = now
    func take() -> FleetQuota.Grant { quota.take(5, within: .milliseconds(50), from: &next, at: now) }
    #expect(take() == FleetQuota.Grant(count: 1, wait: .zero))
    #expect(take() == FleetQuota.Grant(count: 0, wait: .milliseconds(450)))
    #expect(quota.batch == 1)
  }

  @Test func `after a pause a burst may go, and no more`() {
    let quota = FleetQuota(requests: 10, per: .seconds(1), burst: 5)
    let now = ContinuousClock.now
    var next = now.advanced(by: .seconds(-100))
    #expect(
      quota.take(50, within: .zero, from: &next, at: now) == FleetQuota.Grant(count: 5, wait: .milliseconds(-400))
    )
  }

  @Test func `an instance alone has its part, however long that makes the time between two turns`() {
    let quota = FleetQuota(requests: 1000, per: .seconds(86_400))
    #expect(quota.part(of: 100).interval == .seconds(8640))
    let burst = FleetQuota(requests: 10, per: .seconds(1), burst: 8)
    let now = ContinuousClock.now
    var next = now.advanced(by: .seconds(-100))
    #expect(burst.part(of: 4).take(50, within: .zero, from: &next, at: now).count == 2)
  }

  @Test(arguments: [(1000, 1, 1), (3, 1, 1), (7, 10, 4), (1_000_000, 1, 1), (10, 1, 30)])
  func `the server gives what the quota says`(_ requests: Int, _ seconds: Int, _ burst: Int) async throws {
    let server = try await ValkeyServer()
    let line = ValkeyLine(try ValkeyAddress(server.address, password: nil), limit: .seconds(5), replyLimit: 1 << 16)
    let quota = FleetQuota(requests: requests, per: .seconds(seconds), burst: burst)
    // The same, at moments of the test; what it remembers would end by the machine's time, which passes while others work.
    let script = FleetQuota.script.replacing("redis.call('TIME')", with: "{ ARGV[5], ARGV[6] }")
      .replacing("+ 1000)", with: "+ 600000)")
    var random = SeededGenerator(seed: UInt64(requests))
    let start = ContinuousClock.now
    var (now, next) = (Duration.zero, start.advanced(by: .zero - quota.tolerance))
    for round in 0..<300 {
      now += .microseconds(Int.random(in: 0...(round % 10 == 0 ? 2_000_000 : 20_000), using: &random))
      let count = Int.random(in: 1...50, using: &random)
      let horizon = Duration.milliseconds(Int.random(in: 0...5000, using: &random))
      let expected = quota.take(count, within: horizon, from: &next, at: start.advanced(by: now))
      // Far from zero, as the time of a server is; in which a second has its own argument.
      let whole = now.components.seconds
      let rest = Int((now - .seconds(whole)) / .microseconds(1))
      let arguments = quota.arguments(for: count, within: horizon) + ["\(1_800_000_000 + whole)", "\(rest)"]
      let command = ["EVAL", script, "1", "rate"] + arguments
      let list = try await line.send([command.map { Array($0.utf8) }])[0].list
      let (given, wait) = (try #require(list[0].number), try #require(list[1].number))
      // The server's clock and script have microseconds, so that what is a hair ahead may differ by one turn.
      let hair = max(1, Int(.microseconds(3) / quota.interval))
      try #require(abs(given - expected.count) <= hair, "\(round)")
      try #require(abs(Double(wait) - expected.wait / .microseconds(1)) <= 4 + quota.interval / .microseconds(1))
      if given != expected.count { next = next.advanced(by: quota.interval * Double(given - expected.count)) }
    }
    withExtendedLifetime(server) {}
  }

  @Test func `a clock of the server that was put back stops nobody`() async throws {
    let server = try await ValkeyServer()
    let line = ValkeyLine(try ValkeyAddress(server.address, password: nil), limit: .seconds(5), replyLimit: 1 << 16)
    let quota = FleetQuota(requests: 10, per: .seconds(1))
    try server.command(["SET", "rate", "9000000000000000"])
    let command = ["EVAL", FleetQuota.script, "1", "rate"] + quota.arguments(for: 1, within: .zero)
    #expect(try await line.send([command.map { Array($0.utf8) }])[0].list.first?.number == 1)
    withExtendedLifetime(server) {}
  }
}
