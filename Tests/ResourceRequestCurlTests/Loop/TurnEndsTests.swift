// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Testing

  @testable import ResourceRequestCurl

  struct TurnEndsTests {
    @Test func `the loop sleeps where nothing is to do and nothing was left`() {
      var ends = TurnEnds()
      for _ in 0..<3 { #expect(ends.next(isIdle: true, hasMail: false) == .sleep) }
    }

    @Test func `mail is taken at once, and the sockets are looked at every other turn`() {
      var ends = TurnEnds()
      let six = (0..<6).map { _ in ends.next(isIdle: true, hasMail: true) }
      #expect(six == [.mail, .look, .mail, .look, .mail, .look])
    }

    @Test(arguments: [false, true])
    func `where libcurl has something to do the sockets are looked at`(hasMail: Bool) {
      var ends = TurnEnds()
      _ = ends.next(isIdle: true, hasMail: true)
      #expect(ends.next(isIdle: false, hasMail: hasMail) == .look)
      #expect(ends.next(isIdle: true, hasMail: true) == .mail)
    }

    @Test func `a look or a sleep gives mail its right again`() {
      var ends = TurnEnds()
      #expect(ends.next(isIdle: true, hasMail: true) == .mail)
      #expect(ends.next(isIdle: true, hasMail: false) == .sleep)
      #expect(ends.next(isIdle: true, hasMail: true) == .mail)
    }
  }
#endif
