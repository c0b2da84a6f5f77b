// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

@Suite struct MomentTests {
  @Test func `a moment is the instant it was made of, to the attosecond`() {
    let now = ContinuousClock.now
    for offset in [
      Duration.zero, .nanoseconds(1), .seconds(-5), .seconds(1 << 40),
      Duration(secondsComponent: 3, attosecondsComponent: 7),
    ] {
      let instant = now.advanced(by: offset)
      #expect(Moment(instant).instant == instant)
      #expect(Moment(now).duration(to: instant) == offset)
      #expect((Moment(now) < Moment(instant)) == (now < instant))
    }
  }

  @Test func `the longest duration ends nobody's process`() {
    let now = Moment(.now)
    let end = now.advanced(clamping: .seconds(Int64.max))
    #expect(now.duration(to: end) == .longest)
    #expect(end.advanced(clamping: .seconds(Int64.max)) > end)
    #expect(now.advanced(clamping: .seconds(Int64.min)) < now)
  }
}
