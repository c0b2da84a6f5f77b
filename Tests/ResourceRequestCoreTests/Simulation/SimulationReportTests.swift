// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import TestSupport
import Testing

@testable import ResourceRequestSimulation

@Suite(.onOwnThreads) struct `The report of a simulation` {
  static var report: Simulation.Report {
    var totals = ReportTotals(endpoints: ["https://a.example/", "https://b.example/"])
    for call in 0..<10 {
      let start = VirtualMoment(call) * 300_000_000
      totals.offered(at: start)
      // Two clients eject it; one returns it at once, the other one in the next second.
      for isEjected in call == 2 ? [true, true, false] : call == 5 ? [false] : [] {
        totals.ejection(of: "https://b.example/", isEjected, at: start)
      }
      totals.attempted(call % 3 == 0 ? 1 : 0, at: start, call == 4 ? .retry("503") : call == 5 ? .hedge : .first)
      totals.ended(from: start, at: start + VirtualMoment(call + 1) * 1_000_000, call == 7 ? "readTimeout" : nil)
    }
    return totals.report(seed: 9, end: 4_000_000_000)
  }

  @Test func `its JSON has the members of the reference`() {
    let expected: JSON = [
      "seed": 9,
      "summary": [
        "calls": 10, "succeeded": 9, "failed": 1, "attempts": 10,
        "perEndpoint": [
          "https://a.example/": ["attempts": 6, "share": 0.6, "errors": 0],
          "https://b.example/": ["attempts": 4, "share": 0.4, "errors": 0],
        ],
        "latency": ["p50": 5, "p90": 10, "p99": 10, "p999": 10, "max": 10],
        "errors": ["readTimeout": 1], "retries": ["503": 1], "hedges": 1,
      ],
      "timeline": [
        [
          "t": 0, "offered": 4, "succeeded": 4, "failed": 0, "attempts": 4, "p50": 2, "p99": 4,
          "ejected": ["https://b.example/"],
        ],
        [
          "t": 1, "offered": 3, "succeeded": 3, "failed": 0, "attempts": 3, "p50": 6, "p99": 7,
          "ejected": ["https://b.example/"],
        ],
        ["t": 2, "offered": 3, "succeeded": 2, "failed": 1, "attempts": 3, "p50": 9, "p99": 10, "ejected": []],
        ["t": 3, "offered": 0, "succeeded": 0, "failed": 0, "attempts": 0, "p50": nil, "p99": nil, "ejected": []],
      ],
    ]
    #expect(Self.report.json == expected, "\(Self.report.json.text(.pretty))")
  }

  @Test func `an encoder writes the same, and a decoder reads it back`() throws {
    let data = try JSONEncoder().encode(Self.report)
    #expect(try JSON(parsing: data) == Self.report.json)
    #expect(try JSONDecoder().decode(Simulation.Report.self, from: data) == Self.report)
    #expect(try JSONDecoder().decode(Simulation.Report.self, from: Self.report.json.data()) == Self.report)
  }

  @Test func `a quantile is the shortest time that so many do not exceed`() {
    let quantiles = Quantiles((1...200).map { VirtualMoment($0) * 1_000_000 })
    #expect(quantiles[0.5] == 100 && quantiles[0.99] == 198 && quantiles[0.999] == 200 && quantiles[1] == 200)
    #expect(Quantiles([])[0.5] == nil)
    #expect(Quantiles([1_234_567])[0.99] == 1.235)
  }

  @Test(arguments: [Int.max, Int.min, 1 << 60])
  func `a report of any numbers is read and written, since it may come from anywhere`(_ number: Int) throws {
    let time = number > 0 ? 1e300 : -1e300
    let second: JSON = [
      "t": JSON(number), "offered": JSON(number), "succeeded": JSON(number), "failed": JSON(number),
      "attempts": JSON(number), "p50": JSON(time), "p99": JSON(1e-300), "ejected": ["https://a.example/"],
    ]
    let latency: JSON = ["p50": JSON(time), "p90": JSON(time), "p99": 0, "p999": nil, "max": JSON(time)]
    let document: JSON = [
      "seed": 1,
      "summary": [
        "calls": JSON(number), "succeeded": JSON(number), "failed": JSON(number), "attempts": JSON(number),
        "perEndpoint": ["https://a.example/": ["attempts": JSON(number), "share": JSON(time), "errors": JSON(number)]],
        "latency": latency, "errors": ["503": JSON(number)], "retries": ["503": JSON(number)], "hedges": JSON(number),
      ],
      "timeline": [second, second, second],
    ]
    let report = try JSONDecoder().decode(Simulation.Report.self, from: document.data())
    #expect(report.json == document)
  }

  @Test func `an incident of any times is run or refused`() throws {
    let times: [Duration] = [
      .seconds(-1e20), .seconds(Int64.min), .zero, .nanoseconds(1), .seconds(Int64.max), .seconds(1e20),
    ]
    let configuration = try `A simulation`.configuration()
    for time in times {
      let forms: [Simulation.Incident.ServiceTime] = [
        .fixed(time), .exponential(mean: time), .logNormal(median: time, p99: .seconds(1)),
        .logNormal(median: .milliseconds(1), p99: time),
      ]
      for form in forms {
        var incident = try `A simulation`.incident(.seconds(1), perSecond: 20)
        incident.servers[0].time = form
        incident.servers[0].time.strays = .init(share: 0.5, time: time)
        incident.servers[0].events = [
          .init(from: time, .slow(2)), .init(from: .zero, to: time, .refuse),
          .init(.fail(.init(share: 0.1, status: 503, retryAfter: time, after: time))),
          .init(.limit(.init(requests: .max, per: time, retryAfter: time))),
        ]
        _ = try? Simulation(configuration: configuration, incident: incident).run()
        incident.servers[0].events.removeAll { $0.fault != nil }
        _ = try Simulation(configuration: configuration, incident: incident).run()
        incident.calls[0].timeout = time
        _ = try? Simulation(configuration: configuration, incident: incident).run()
        incident.duration = time
        _ = try? Simulation(configuration: configuration, incident: incident)
      }
    }
  }
}
