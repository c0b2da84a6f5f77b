// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// The shares of priorities as Envoy documents them.
struct PriorityLoadTests {
  @Test(arguments: [
    (72, 100, 100, 0), (71, 100, 99.4, 0.6), (50, 100, 70, 30), (25, 100, 35, 65), (0, 100, 0, 100),
    (25, 25, 50, 50), (5, 65, 7.14, 92.86),
  ])
  func `the rows of the table`(first: Int, second: Int, firstShare: Double, secondShare: Double) {
    let load = PriorityLoad([(first, 100), (second, 100)], overprovision: 1.4, panicBelow: 0.5)
    #expect(abs(load.shares[0] * 100 - firstShare) < 0.05)
    #expect(abs(load.shares[1] * 100 - secondShare) < 0.05)
  }

  @Test func `panic is where the whole is too little and a priority below the threshold`() {
    func panic(_ first: Int, _ second: Int) -> [Bool] {
      PriorityLoad([(first, 100), (second, 100)], overprovision: 1.4, panicBelow: 0.5).isInPanic
    }
    #expect(panic(25, 25) == [true, true])
    #expect(panic(5, 65) == [true, false])
    #expect(panic(0, 100) == [false, false])
    #expect(panic(25, 100) == [false, false])
    #expect(panic(0, 0) == [true, true])
  }

  @Test func `with all in panic each has its share of all endpoints, whatever their health`() {
    let even = PriorityLoad([(10, 100), (30, 100)], overprovision: 1.4, panicBelow: 0.5)
    #expect(even.shares == [0.5, 0.5] && even.isInPanic == [true, true])
    let uneven = PriorityLoad([(1, 10), (0, 0), (9, 30)], overprovision: 1.4, panicBelow: 0.5)
    #expect(uneven.shares == [0.25, 0, 0.75])
  }

  @Test func `with nothing healthy everything is tried as there is of it`() {
    let load = PriorityLoad([(0, 3), (0, 1)], overprovision: 1.4, panicBelow: 0.5)
    #expect(load.shares == [0.75, 0.25])
    #expect(load.level(at: 0.74) == 0)
    #expect(load.level(at: 0.76) == 1)
    #expect(load.level(at: 0.999_999_999) == 1)
  }
}
