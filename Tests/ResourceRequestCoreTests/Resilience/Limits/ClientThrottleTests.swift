// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// Sending fewer requests to a service that rejects most of them.
struct ClientThrottleTests {
  private let start = ContinuousClock.Instant.now

  @Test func `nothing ends here while half is accepted, or too little is known`() {
    var throttle = ClientThrottle(ThrottlePolicy())
    for _ in 0..<49 { throttle.note(accepted: false, at: start) }
    #expect(throttle.share(at: start) == 0)
    for _ in 0..<51 { throttle.note(accepted: true, at: start) }
    #expect(throttle.share(at: start) == 0)
  }

  @Test func `as the service accepts nothing, most ends here, and a tenth finds out when it does`() {
    var throttle = ClientThrottle(ThrottlePolicy())
    for _ in 0..<1000 { throttle.note(accepted: false, at: start) }
    #expect(throttle.share(at: start) == 0.9)
    #expect(throttle.share(at: start.advanced(by: .seconds(11))) == 0)
  }

  @Test(arguments: [1, 1.1, 1.34], Criticality.allCases)
  func `a service that accepts all but few is not shut off`(_ ratio: Double, _ criticality: Criticality) {
    var throttle = ClientThrottle(ThrottlePolicy(ratio: ratio))
    var bits = SplitMix64(1)
    var refused = 0
    for number in 0..<30_000 {
      let now = start.advanced(by: .milliseconds(10 * number))
      if throttle.refuses(criticality, at: now, &bits) {
        refused += 1
      } else {
        throttle.note(accepted: number % 50 != 0, at: now)
      }
    }
    #expect(refused == 0)
  }

  @Test func `the sheddable end first and the critical last`() {
    var throttle = ClientThrottle(ThrottlePolicy())
    for number in 0..<1000 { throttle.note(accepted: number % 3 == 0, at: start) }
    let shares = Criticality.allCases.map { throttle.share(at: start, $0) }
    #expect(shares[0] > shares[1] && shares[1] > shares[2])
    var bits = SplitMix64(1)
    let refused = (0..<100).count { _ in throttle.refuses(.critical, at: start, &bits) }
    #expect(refused == 0)
  }
}
