// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore
  import Testing

  @testable import ResourceRequestCurl

  @testable import ResourceRequestLoop

  /// How exchanges end: which responses are complete, and which cause of a failure is reported.
  struct ExchangeStateEndTests {
    /// A response that announces a length, and of which so many bytes were delivered.
    private func counted(_ length: Int, of received: Int = 3, isStream: Bool = false) -> ExchangeState {
      var state = ExchangeStateTests.state(in: .receiving)
      _ = state.take(.announced(AnnouncedBody(length: length, isStream: isStream)))
      if received > 0 { _ = state.take(.body(received)) }
      return state
    }

    @Test(arguments: [false, true])
    func `the bytes that were delivered are compared with the announced length`(isStream: Bool) {
      for (received, fault) in [
        (3, nil), (2, ExchangeFault.bodyTooShort(2, of: 3)), (4, .bodyTooLong(4, of: 3)),
      ] {
        var state = counted(3, of: received, isStream: isStream)
        #expect(state.take(.finished(TransferEnd())) == (fault == nil ? .finish : .fail))
        #expect(state.fault == fault)
        #expect(fault == nil || state.faultReached == .receiving)
      }
    }

    @Test func `a server's 407 whose body libcurl dropped is no complete stream`() {
      var state = ExchangeState()
      let events: [ExchangeEvent] = [
        .admitted, .sends, .head(status: 407, isProxys: false),
        .announced(AnnouncedBody(length: 9, isStream: true)), .isAboutToSend,
      ]
      for event in events { _ = state.take(event) }
      #expect(state.take(.finished(TransferEnd(isSuccess: false))) == .fail)
      #expect(state.fault == .bodyTooShort(0, of: 9))
    }

    @Test func `what is wrong with the end is told in the order of what it proves`() {
      var end = TransferEnd(isLineCut: true, lacksCloseNotify: true, isUndecoded: true, isCutHere: true)
      var short = counted(3, of: 2)
      #expect(short.take(.finished(end)) == .fail)
      #expect(short.fault == .bodyTooShort(2, of: 3))
      let order: [(ExchangeFault, (inout TransferEnd) -> Void)] = [
        (.lineCut, { $0.isLineCut = false }),
        (.noCloseNotify, { $0.lacksCloseNotify = false }),
        (.codingBroken, { $0.isUndecoded = false }),
        (.cutHere, { $0.isCutHere = false }),
      ]
      for (fault, mend) in order {
        var state = counted(3)
        #expect(state.take(.finished(end)) == .fail)
        #expect(state.fault == fault)
        mend(&end)
      }
      var state = counted(3)
      #expect(state.take(.finished(end)) == .finish)
    }

    @Test func `all that was announced had come before the connection was cut`() {
      let cut = TransferEnd(isSuccess: false, isDisconnected: true)
      var whole = counted(3)
      #expect(whole.take(.finished(cut)) == .finish)
      var short = counted(4)
      #expect(short.take(.finished(cut)) == .failAsLibcurlSays)
      var other = counted(3)
      #expect(other.take(.finished(TransferEnd(isSuccess: false))) == .failAsLibcurlSays)
      var undecoded = counted(3)
      #expect(
        undecoded.take(
          .finished(TransferEnd(isSuccess: false, isDisconnected: true, isUndecoded: true))
        ) == .fail
      )
      #expect(undecoded.fault == .codingBroken)
      // A failure on this side is the cause, whatever was received.
      var aborted = counted(3)
      _ = aborted.take(.found(.noMemory))
      #expect(aborted.take(.finished(cut)) == .fail)
      #expect(aborted.fault == .noMemory)
    }

    @Test func `a flood is the cause only where the response did not come whole`() {
      let end = TransferEnd(isSuccess: false, isDisconnected: true, isFlooded: true)
      var cut = counted(4)
      #expect(cut.take(.finished(end)) == .fail)
      #expect(cut.fault == .flooded)
      var sent = ExchangeStateTests.state(in: .sent)
      #expect(sent.take(.finished(end)) == .fail)
      #expect(sent.fault == .flooded)
      var whole = counted(3)
      #expect(whole.take(.finished(end)) == .finish)
    }

    @Test func `a server that refused to be asked has answered`() {
      for (asksFirst, action) in [(true, ExchangeAction.finish), (false, .fail)] {
        var state = ExchangeState(asksFirst: asksFirst)
        for event: ExchangeEvent in [.admitted, .sends, .head(status: 417, isProxys: false), .opensSocket] {
          _ = state.take(event)
        }
        #expect(state.fault == .secondSending)
        #expect(state.take(.finished(TransferEnd(isSuccess: false))) == action)
      }
    }

    @Test func `the first cause is reported, not its consequences`() {
      var state = ExchangeStateTests.state(in: .sent)
      #expect(state.take(.found(.headTooLarge)) == .abort)
      #expect(state.take(.found(.noMemory)) == .abort)
      #expect(state.take(.finished(TransferEnd(isSuccess: false))) == .fail)
      #expect(state.fault == .headTooLarge)
      #expect(state.faultReached == .sent)
      // A cancellation is still reported to a caller that no longer waits.
      #expect(state.take(.cancelled) == .fail)
      #expect(state.fault == .cancelled)
    }

    @Test func `a socket that could not be had is forgotten where another was`() {
      var state = ExchangeStateTests.state(in: .connecting)
      _ = state.take(.found(.noSocket))
      for event: ExchangeEvent in [.openedSocket, .sends, .head(status: 200, isProxys: false)] { _ = state.take(event) }
      #expect(state.take(.finished(TransferEnd())) == .finish)
    }

    @Test func `a name is looked up so often and no more`() {
      var state = ExchangeStateTests.state(in: .connecting)
      for _ in 0..<ExchangeState.mostRounds {
        #expect(state.take(.asksForName) == .abort)
        #expect(state.take(.finished(TransferEnd(isSuccess: false))) == .lookUp)
        #expect(state.take(.namesKnown) == .giveAgain)
      }
      _ = state.take(.asksForName)
      #expect(state.take(.finished(TransferEnd(isSuccess: false))) == .fail)
      #expect(state.fault == .asksTooOften)
    }

    @Test func `only the end of a connection on an old one is said to be that`() {
      for (opens, isOfReused) in [(false, true), (true, false)] {
        var state = ExchangeStateTests.state(in: .connecting)
        if opens { _ = state.take(.openedSocket) }
        _ = state.take(.sends)
        // This socket was opened for the second sending, not for the connection that broke.
        _ = state.take(.openedSocket)
        #expect(state.take(.isAboutToSend) == .abort)
        #expect(state.faultIsOfReused == isOfReused)
      }
      var state = ExchangeStateTests.state(in: .connecting)
      _ = state.take(.found(.noSocket))
      #expect(!state.faultIsOfReused)
    }
  }
#endif
