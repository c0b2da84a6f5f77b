// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore
  import Testing

  @testable import ResourceRequestCurl

  @testable import ResourceRequestLoop

  /// Heads, bodies and pauses: the decisions that depend on the facts in an event.
  struct ExchangeStateBodyTests {
    @Test func `heads that belong to no request end the transfer`() {
      for (status, isProxys, fault) in [
        (407, true, ExchangeFault.proxyAsks), (101, false, .switchesProtocols), (407, false, nil), (404, true, nil),
      ] {
        var state = ExchangeStateTests.state(in: .sent)
        #expect(state.take(.head(status: status, isProxys: isProxys)) == (fault == nil ? .goOn : .abort))
        #expect(state.fault == fault)
        #expect(state.reached == .receiving)
      }
    }

    @Test(arguments: [
      (AnnouncedBody(length: -1), ExchangeAction.goOn, Int?.none),
      (AnnouncedBody(length: 0), .goOn, 0),
      (AnnouncedBody(length: 100), .expect(100), 100),
      (AnnouncedBody(length: 101), .abort, 101),
      // The decoded length is not known yet.
      (AnnouncedBody(length: 101, isPlain: false), .expect(100), 101),
      // Responses to HEAD, 204 and 304 have no body, whatever length they announce.
      (AnnouncedBody(length: 101, isPossible: false), .goOn, nil),
      // A stream is limited by its window, not by the body limit.
      (AnnouncedBody(length: 101, isStream: true), .deliverHead, 101),
    ])
    func `what a head announces is made room for, or refused`(
      body: AnnouncedBody,
      action: ExchangeAction,
      announced: Int?
    ) {
      var state = ExchangeStateTests.state(in: .receiving)
      #expect(state.take(.announced(body)) == action)
      #expect(state.announcedLength == announced)
      #expect(state.fault == (action == .abort ? .announcedTooLarge(101) : nil))
    }

    @Test func `a body is kept up to its limit, whatever was announced`() {
      var state = ExchangeStateTests.state(in: .receiving)
      for _ in 0..<4 { #expect(state.take(.keeps(25)) == .goOn) }
      #expect(state.take(.keeps(1)) == .abort)
      #expect(state.fault == .bodyTooLarge)
      #expect(state.bodyKept == 100)
    }

    @Test func `a full reader pauses at once`() {
      var state = ExchangeStateTests.state(in: .streaming)
      #expect(state.take(.readerFilled) == .setPauses)
      #expect(state.pauses == .receiving)
    }

    @Test func `to be resumed asks both directions, but a reader that is still full`() {
      for (readerIsFull, left) in [(true, Pauses.receiving), (false, [])] {
        var state = ExchangeStateTests.state(in: .streaming)
        _ = state.take(.readerFilled)
        _ = state.take(.hasNothingToSend)
        #expect(state.pauses == [.receiving, .sending])
        // While we pause, silence is not the peer's fault.
        #expect(state.take(.stayedSilent) == .ignore)
        #expect(state.take(.resumed(readerIsFull: readerIsFull)) == .setPauses)
        #expect(state.pauses == left)
        #expect(state.isPeersTurn == left.isEmpty)
      }
    }

    @Test func `a body of the request is owed until the system has all that was announced`() {
      var known = OutgoingBodyCount(length: 5)
      known.handOver(5)
      #expect(known.isOwed)
      known.taken(4, isStream: false)
      #expect(known.isOwed)
      known.taken(5, isStream: false)
      #expect(!known.isOwed)
      var other = OutgoingBodyCount(length: 5)
      other.taken(0, isStream: true)
      #expect(!other.isOwed)
      #expect(!OutgoingBodyCount().isOwed)
      #expect(!OutgoingBodyCount(length: 0).isOwed)
    }

    @Test func `of a body in chunks the frames are owed too`() {
      var body = OutgoingBodyCount(length: nil)
      // `10` CR LF, sixteen bytes, CR LF.
      body.handOver(16)
      body.handOver(0)
      #expect(body.framed == 22)
      body.taken(22, isStream: false)
      #expect(body.isOwed)
      // `0` CR LF, nine bytes of trailers, CR LF; a second end adds nothing.
      body.handOverEnd(trailers: 9)
      body.handOverEnd(trailers: 9)
      #expect(body.framed == 36)
      body.taken(35, isStream: false)
      #expect(body.isOwed)
      body.taken(36, isStream: false)
      #expect(!body.isOwed)
    }

    @Test func `the length that was said is neither exceeded nor missed`() {
      var state = ExchangeStateTests.state(in: .sent)
      #expect(state.take(.handedOver(3)) == .goOn)
      #expect(state.take(.offers(2)) == .goOn)
      #expect(state.take(.offers(3)) == .abort)
      #expect(state.fault == .offersTooMuch)
      var short = ExchangeStateTests.state(in: .streaming)
      _ = short.take(.handedOver(4))
      #expect(short.take(.bodyEnded(trailers: 0)) == .abort)
      #expect(short.fault == .offersTooLittle)
      var whole = ExchangeStateTests.state(in: .sent)
      _ = whole.take(.handedOver(5))
      #expect(whole.take(.bodyEnded(trailers: 0)) == .goOn)
    }
  }
#endif
