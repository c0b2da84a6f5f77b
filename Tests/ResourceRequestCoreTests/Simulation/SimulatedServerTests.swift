// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import TestSupport
import Testing

@testable import ResourceRequestSimulation

@Suite(.onOwnThreads) struct `A simulated server` {
  static let second: VirtualMoment = 1_000_000_000

  static func server(
    workers: Int = 1,
    queue: Int? = nil,
    _ events: [Simulation.Incident.Event] = []
  ) throws -> SimulatedServer {
    SimulatedServer(
      .init(
        endpoint: try ResourceURL("https://a.example"),
        workers: workers,
        queue: queue,
        time: .fixed(.seconds(1)),
        events: events
      ),
      random: SeededRandom(seed: 1)
    )
  }

  @Test func `calls are worked on in the order they came, each by one worker`() throws {
    var server = try Self.server(workers: 2)
    for exchange in 1...3 { #expect(server.arrive(exchange, at: 0) == .waits) }
    #expect(server.begin(at: 0)?.work.exchange == 1)
    #expect(server.begin(at: 0)?.work.exchange == 2)
    #expect(server.begin(at: 0) == nil)
    #expect(server.waiting == 1)
    server.end()
    let third = server.begin(at: Self.second)
    #expect(third?.work.exchange == 3 && third?.finish == 2 * Self.second)
  }

  @Test func `work that a stall interrupts goes on after it`() {
    let rate = WorkRate([.init(from: .seconds(2), to: .seconds(5), .stall)])
    #expect(rate.finish(of: Self.second, from: 0) == Self.second)
    #expect(rate.finish(of: 2 * Self.second, from: Self.second) == 6 * Self.second)
    #expect(rate.finish(of: Self.second, from: 3 * Self.second) == 6 * Self.second)
    #expect(WorkRate([.init(.stall)]).finish(of: 1, from: 0) == .never)
  }

  @Test func `work takes longer while the server is slow, and events at once multiply`() {
    let rate = WorkRate([.init(from: .seconds(1), to: .seconds(3), .slow(2)), .init(from: .seconds(2), .slow(5))])
    #expect(rate.finish(of: 2 * Self.second, from: 0) == 1 * Self.second + Self.second + Self.second + 2 * Self.second)
    #expect(rate.finish(of: Self.second, from: 10 * Self.second) == 15 * Self.second)
  }

  @Test func `a failure with a time needs no worker, one without takes the usual time`() throws {
    var quick = try Self.server([.init(.fail(.init(status: 500, retryAfter: .milliseconds(1500), after: .seconds(2))))])
    #expect(quick.arrive(1, at: 0) == .answered(.status(500, retryAfter: 2), at: 2 * Self.second))
    #expect(quick.begin(at: 0) == nil)
    var usual = try Self.server([.init(.fail(.reset()))])
    #expect(usual.arrive(1, at: 0) == .waits)
    #expect(usual.begin(at: 0)?.work.outcome == .reset)
  }

  @Test func `a limit counts by windows`() throws {
    var server = try Self.server([.init(.limit(.init(requests: 2, per: .seconds(1), retryAfter: .seconds(3))))])
    #expect(server.arrive(1, at: 0) == .waits && server.arrive(2, at: 1) == .waits)
    #expect(server.arrive(3, at: 2) == .answered(.status(429, retryAfter: 3), at: 2))
    #expect(server.arrive(4, at: Self.second) == .waits)
  }

  @Test func `a full queue turns calls away, and fewer workers begin no more`() throws {
    var server = try Self.server(workers: 2, queue: 1, [.init(from: .seconds(1), to: .seconds(2), .workers(1))])
    for exchange in 1...2 {
      #expect(server.arrive(exchange, at: 0) == .waits)
      #expect(server.begin(at: 0) != nil)
    }
    #expect(server.arrive(3, at: 0) == .waits)
    #expect(server.arrive(4, at: 0) == .answered(.status(503, retryAfter: nil), at: 0))
    server.end()
    #expect(server.begin(at: Self.second) == nil)
    #expect(server.shifts == [Self.second, 2 * Self.second])
    #expect(server.begin(at: 2 * Self.second)?.work.exchange == 3)
  }

  @Test func `an event changes nothing about the calls outside of it`() throws {
    func times(_ events: [Simulation.Incident.Event]) throws -> [VirtualMoment] {
      var server = SimulatedServer(
        .init(
          endpoint: try ResourceURL("https://a.example"),
          workers: 100,
          time: .exponential(mean: .seconds(1)),
          events: events
        ),
        random: SeededRandom(seed: 4)
      )
      return (0..<20).map { exchange in
        _ = server.arrive(exchange, at: VirtualMoment(exchange) * Self.second)
        return server.begin(at: VirtualMoment(exchange) * Self.second)?.work.time ?? -1
      }
    }
    let quiet = try times([])
    let refusing = try times([.init(from: .seconds(5), to: .seconds(10), .refuse)])
    #expect(Array(refusing[5..<10]) == Array(repeating: -1, count: 5))
    #expect(refusing[..<5] == quiet[..<5] && refusing[10...] == quiet[10...])
  }

  @Test func `a request goes to the server with the longest address it begins with`() throws {
    let endpoints = [
      "https://a.example", "https://a.example/v1", "https://a.example/v1/orders/", "http://b.example:81/x",
    ]
    let map = ServerMap(
      try endpoints.map { .init(endpoint: try ResourceURL($0), time: .fixed(.zero)) }
    )
    let expected: [(String, Int?)] = [
      ("https://a.example/", 0), ("https://a.example:443/v2", 0), ("https://a.example/v1", 1),
      ("https://a.example/v10", 0), ("https://a.example/v1/orders/7?x=1", 2), ("https://a.example/v1/ordersx", 1),
      ("http://b.example:81/x/y", 3), ("http://b.example:81/", nil), ("http://a.example/", nil),
    ]
    for (url, index) in expected {
      #expect(map.index(of: ResolvedRequest(url: try ResourceURL(url))) == index, "\(url)")
    }
    var request = ResolvedRequest(url: try ResourceURL("https://orders.example/v1/orders/1"))
    request.endpoint = try Endpoint("a.example:443", name: "blue")
    #expect(map.index(of: request) == 2)
    request.endpoint = try Endpoint("b.example:81")
    #expect(map.index(of: request) == nil)
    request.endpoint = try Endpoint(unixSocket: "/run/a")
    #expect(map.index(of: request) == nil)
  }
}
