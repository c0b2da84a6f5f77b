// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit
import ResourceRequestSimulation
import Testing

@testable import ResourceCommand

@Suite struct `The report of a simulation as text and picture` {
  private static func report(_ json: JSON) throws -> Simulation.Report {
    try JSONDecoder().decode(Simulation.Report.self, from: json.data())
  }

  private static func totals(
    _ calls: Int,
    failed: Int,
    perEndpoint: JSON = [:],
    latency: JSON,
    errors: JSON = [:],
    retries: JSON = [:],
    hedges: Int = 0
  ) -> JSON {
    [
      "calls": JSON(calls), "succeeded": JSON(calls - failed), "failed": JSON(failed), "attempts": JSON(calls),
      "perEndpoint": perEndpoint, "latency": latency, "errors": errors, "retries": retries, "hedges": JSON(hedges),
    ]
  }

  private static func ordinary() throws -> Simulation.Report {
    func second(_ number: Int, _ calls: Int, failed: Int, _ p50: JSON, _ p99: JSON, ejected: JSON = []) -> JSON {
      [
        "t": JSON(number), "offered": JSON(calls), "succeeded": JSON(calls - failed), "failed": JSON(failed),
        "attempts": JSON(calls), "p50": p50, "p99": p99, "ejected": ejected,
      ]
    }
    return try report([
      "seed": 9,
      "summary": totals(
        10,
        failed: 1,
        perEndpoint: [
          "https://a.example/": ["attempts": 6, "share": 0.6, "errors": 0],
          "https://b.example/": ["attempts": 4, "share": 0.4, "errors": 0],
        ],
        latency: ["p50": 5, "p90": 10, "p99": 10, "p999": 10, "max": 10],
        errors: ["readTimeout": 1],
        retries: ["503": 1],
        hedges: 1
      ),
      "timeline": [
        second(0, 4, failed: 0, 2, 4, ejected: ["https://b.example/"]),
        second(1, 3, failed: 0, 6, 7, ejected: ["https://b.example/"]),
        second(2, 3, failed: 1, 9, 10), second(3, 0, failed: 0, nil, nil),
      ],
    ])
  }

  private static func isPicture(_ svg: String) -> Bool {
    svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n") && !svg.contains("nan") && !svg.contains("inf")
  }

  @Test func `numbers are written as people read them`() {
    #expect(NumberText.grouped(1_234_567) == "1,234,567" && NumberText.grouped(-1234) == "-1,234")
    #expect(NumberText.fixed(1234.567, 1) == "1,234.6" && NumberText.fixed(0.05, 2) == "0.05")
    #expect(NumberText.fixed(-0.001, 2) == "0.00" && NumberText.fixed(.infinity, 2) == "–")
    let times = [0.5, 9.994, 9.996, 99.96, 999.6, 12_345, 100_000].map { NumberText.time($0) }
    #expect(times == ["0.50 ms", "9.99 ms", "10.0 ms", "100 ms", "1.00 s", "12.3 s", "100 s"])
    #expect(NumberText.time(nil) == "–")
    #expect(NumberText.percent(99_999, of: 100_000) == "99.99 %" && NumberText.percent(0, of: 0) == "–")
  }

  @Test func `bars go from zero to the highest, and gaps stay gaps`() {
    #expect(Sparkline.draw([0, 1, nil, 7]) == "▁▂ █")
    #expect(Sparkline.draw([0, 0]) == "▁▁" && Sparkline.draw([]) == "")
    #expect(Sparkline.fit([1, 2, 3, 4, 5], into: 3) { $0.max().map(Double.init) } == [2, 4, 5])
  }

  @Test func `totals, course, servers and errors are there, and what failed stands out`() throws {
    let text = try Self.ordinary().text(title: "a title") { text, emphasis in emphasis == .bad ? "<\(text)>" : text }
    #expect(text.hasPrefix("a title\n\ncalls     10: 9 succeeded (90.00 %), <1 failed>\n"))
    for part in ["p50 5.00 ms", "of them 1 hedges", "ejected: https://b.example/", "readTimeout", "60.00 %", "\n503 "] {
      #expect(text.contains(part), "\(part) in\n\(text)")
    }
    let widest = text.split(separator: "\n").map(\.count).max() ?? 0
    #expect(widest <= 100, "\(text)")
  }

  @Test func `a report of nothing can be shown`() throws {
    let none: JSON = ["p50": nil, "p90": nil, "p99": nil, "p999": nil, "max": nil]
    let report = try Self.report(["seed": 1, "summary": Self.totals(0, failed: 0, latency: none), "timeline": []])
    #expect(!report.text(title: "").isEmpty && Self.isPicture(report.svg(title: "")))
  }

  @Test(arguments: [Int.max, Int.min, 1 << 60])
  func `a report of any numbers is shown, since it may have been read from anywhere`(_ number: Int) throws {
    let time = number > 0 ? 1e300 : -1e300
    let second: JSON = [
      "t": JSON(number), "offered": JSON(number), "succeeded": JSON(number), "failed": JSON(number),
      "attempts": JSON(number), "p50": JSON(time), "p99": JSON(1e-300), "ejected": ["https://a.example/"],
    ]
    let report = try Self.report([
      "seed": 1,
      "summary": [
        "calls": JSON(number), "succeeded": JSON(number), "failed": JSON(number), "attempts": JSON(number),
        "perEndpoint": ["https://a.example/": ["attempts": JSON(number), "share": JSON(time), "errors": JSON(number)]],
        "latency": ["p50": JSON(time), "p90": JSON(time), "p99": 0, "p999": nil, "max": JSON(time)],
        "errors": ["503": JSON(number)], "retries": ["503": JSON(number)], "hedges": JSON(number),
      ],
      "timeline": [second, second, second],
    ])
    #expect(!report.text(title: "a title").isEmpty && !report.text(title: "", columns: number).isEmpty)
    #expect(Self.isPicture(report.svg(title: "a title", beside: (name: "other", report: try Self.ordinary()))))
    #expect(Self.isPicture(try Self.ordinary().svg(title: "", beside: (name: "", report: report))))
  }

  @Test(arguments: Simulation.NamedIncident.allCases)
  func `the events of an incident are in the picture, whatever it is called`(
    _ name: Simulation.NamedIncident
  ) throws {
    let configuration = try ResourceConfiguration(
      json: """
        { "backendServices": [
            { "service": "orders", "baseUrl": "https://orders.example/v1",
              "auth": { "type": "oauth2", "clientId": "a", "clientSecret": "b", "tokenUrl": "https://tokens.example/t" } },
            { "service": "stock", "baseUrl": "https://stock.example/v1" },
            { "service": "prices", "baseUrl": "https://prices.example" }] }
        """
    )
    let svg = try Self.ordinary().svg(title: "\(name) & <co>", incident: try name.fitted(to: configuration))
    #expect(Self.isPicture(svg) && svg.contains("&amp; &lt;co&gt;"), "\(svg)")
  }

  @Test func `an incident of any times is drawn`() throws {
    let times: [Duration] = [
      .seconds(-1e20), .seconds(Int64.min), .zero, .nanoseconds(1), .seconds(Int64.max), .seconds(1e20),
    ]
    for time in times {
      let moment = time / .seconds(1)
      let bands = [
        IncidentBand(from: moment, to: 3, label: "2 × slower"), IncidentBand(from: 0, to: moment, label: "refused"),
      ]
      var picture = ReportPicture(try Self.ordinary(), other: nil)
      #expect(Self.isPicture(picture.draw(title: "", events: bands)))
    }
  }

  @Test func `a scale has a few even marks, or powers of ten`() {
    #expect(ReportScale.linear(to: 813, top: 0, bottom: 1).marks == [0, 200, 400, 600, 800, 1000])
    #expect(ReportScale.linear(to: 1, top: 0, bottom: 1).marks.count <= 6)
    #expect(ReportScale.logarithmic([12, 999], top: 0, bottom: 1).marks == [10, 100, 1000])
    #expect(ReportScale.logarithmic([], top: 0, bottom: 1).marks == [1, 10])
  }
}
