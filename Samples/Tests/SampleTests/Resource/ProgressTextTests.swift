// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceCommand

@Suite struct ProgressTextTests {
  @Test(
    arguments: [
      (0, 0, nil, "100%  0 B of 0 B"), (0, 2000, 0, "  0%  0 B of 2.0 kB  0 B/s"),
      (500, 1000, nil, " 50%  500 B of 1.0 kB"), (999, 1000, 1.0, " 99%  999 B of 1.0 kB  1 B/s  1 s left"),
      (1_500_000, 3_000_000_000, 2e6, "  0%  1.5 MB of 3.0 GB  2.0 MB/s  25:00 left"),
      (1, 1_000_000_000, 1e4, "  0%  1 B of 1.0 GB  10.0 kB/s  27:46:40 left"),
      (1000, 1000, 999_960.0, "100%  1.0 kB of 1.0 kB  1.0 MB/s"), (7, nil, 7.0, "7 B  7 B/s"),
      // The server sends more than it announced.
      (2000, 1000, 10.0, "100%  2.0 kB of 1.0 kB  10 B/s"),
      (0, Int.max, 1, "  0%  0 B of 9223372.0 TB  1 B/s  99:59:59 left"),
    ] as [(Int, Int?, Double?, String)]
  )
  func `a line has what is known`(completed: Int, total: Int?, rate: Double?, text: String) {
    #expect(ProgressText(completed: completed, total: total, rate: rate).line == text)
  }

  @Test func `a bar is as long as there is room`() {
    let half = ProgressText(completed: 500, total: 1000, rate: 100)
    #expect(half.bar(width: 60) == " 50% [########........]  500 B of 1.0 kB  100 B/s  5 s left")
    #expect(
      half.bar(width: 200).contains(" [\(String(repeating: "#", count: 20))\(String(repeating: ".", count: 20))] ")
    )
    #expect(half.bar(width: 20) == " 50%  500 B of 1.0 ")
    for width in 1..<120 { #expect(half.bar(width: width).count < max(width, 2)) }
    #expect(ProgressText(completed: 5, total: nil, rate: nil).bar(width: 80) == "5 B")
  }

  @Test func `the rate follows the last seconds`() {
    var rate = TransferRate()
    #expect(rate.note(1_000_000, at: .zero) == nil)
    #expect(rate.note(1_000_000, at: .milliseconds(10)) == nil)
    #expect(rate.note(1_001_000, at: .seconds(1)) == 1000)
    for second in 2...10 { _ = rate.note(1_001_000, at: .seconds(second)) }
    #expect(rate.note(1_001_000, at: .seconds(11)) == 0)
    #expect(rate.note(1_006_000, at: .seconds(12)) == 1000)
  }
}
