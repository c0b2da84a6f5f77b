// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestLoop

struct TurnEndsTests {
  @Test(arguments: [false, true])
  func `the loop sleeps where nothing is to do and nothing was left`(isUnderway: Bool) {
    var ends = TurnEnds()
    for _ in 0..<3 { #expect(ends.next(isIdle: true, mail: .none, isUnderway: isUnderway) == .sleep) }
  }

  @Test(arguments: [false, true])
  func `what tasks of the loop ask for is taken at once, and the sockets are looked at every other turn`(
    isUnderway: Bool
  ) {
    var ends = TurnEnds()
    let six = (0..<6).map { _ in ends.next(isIdle: true, mail: .ofOwnTasks, isUnderway: isUnderway) }
    #expect(six == [.mail, .look, .mail, .look, .mail, .look])
  }

  @Test func `what others leave is taken at once where nothing is under way, and gathers where something is`() {
    var ends = TurnEnds()
    for _ in 0..<3 { #expect(ends.next(isIdle: true, mail: .ofOthers, isUnderway: true) == .look) }
    let four = (0..<4).map { _ in ends.next(isIdle: true, mail: .ofOthers, isUnderway: false) }
    #expect(four == [.mail, .look, .mail, .look])
  }

  @Test(arguments: [TurnEnds.Mail.none, .ofOthers, .ofOwnTasks])
  func `where libcurl has something to do the sockets are looked at`(mail: TurnEnds.Mail) {
    var ends = TurnEnds()
    _ = ends.next(isIdle: true, mail: .ofOwnTasks, isUnderway: false)
    #expect(ends.next(isIdle: false, mail: mail, isUnderway: false) == .look)
    #expect(ends.next(isIdle: true, mail: .ofOwnTasks, isUnderway: false) == .mail)
  }

  @Test func `a sleep gives mail its right again`() {
    var ends = TurnEnds()
    #expect(ends.next(isIdle: true, mail: .ofOwnTasks, isUnderway: true) == .mail)
    #expect(ends.next(isIdle: true, mail: .none, isUnderway: true) == .sleep)
    #expect(ends.next(isIdle: true, mail: .ofOwnTasks, isUnderway: true) == .mail)
  }
}
