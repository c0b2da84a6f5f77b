// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

@testable import ResourceRequestTesting

@Suite struct `The report of a simulation as text` {
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

  @Test func `totals, course, servers and errors are there, and what failed stands out`() {
    let report = `The report of a simulation`.report
    let text = report.text(title: "a title") { text, emphasis in emphasis == .bad ? "<\(text)>" : text }
    #expect(text.hasPrefix("a title\n\ncalls     10: 9 succeeded (90.00 %), <1 failed>\n"))
    for part in ["p50 5.00 ms", "of them 1 hedges", "ejected: https://b.example/", "readTimeout", "60.00 %", "\n503 "] {
      #expect(text.contains(part), "\(part) in\n\(text)")
    }
    let widest = text.split(separator: "\n").map(\.count).max() ?? 0
    #expect(widest <= 100, "\(text)")
  }

  @Test func `a report of nothing can be shown`() {
    let report = ReportTotals(endpoints: []).report(seed: 1, end: 0)
    #expect(!report.text(title: "").isEmpty && !report.svg(title: "").isEmpty)
  }

  @Test func `a scale has a few even marks, or powers of ten`() {
    #expect(ReportScale.linear(to: 813, top: 0, bottom: 1).marks == [0, 200, 400, 600, 800, 1000])
    #expect(ReportScale.linear(to: 1, top: 0, bottom: 1).marks.count <= 6)
    #expect(ReportScale.logarithmic([12, 999], top: 0, bottom: 1).marks == [10, 100, 1000])
    #expect(ReportScale.logarithmic([], top: 0, bottom: 1).marks == [1, 10])
  }
}
