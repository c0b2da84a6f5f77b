// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore
  import Testing

  @testable import ResourceRequestCurl

  @testable import ResourceRequestLoop

  /// What each event means in each phase: the complete table, including events that cannot occur there.
  struct ExchangeStateTests {
    /// The result of an event in a phase.
    struct Cell {
      var action: ExchangeAction
      /// The phase afterwards; `nil` if it does not change.
      var phase: ExchangeState.Phase?
      var fault: ExchangeFault?

      init(_ action: ExchangeAction, _ phase: ExchangeState.Phase? = nil, _ fault: ExchangeFault? = nil) {
        (self.action, self.phase, self.fault) = (action, phase, fault)
      }
    }

    struct Row: CustomTestStringConvertible {
      let event: ExchangeEvent
      let cells: [Cell]
      var testDescription: String { "\(event)" }

      init(_ event: ExchangeEvent, _ cells: Cell...) { (self.event, self.cells) = (event, cells) }
    }

    private static let phases: [ExchangeState.Phase] = [
      .queued, .connecting, .asking, .resolving, .sent, .receiving, .streaming, .over,
    ]

    /// A state in a phase, reached by the events that lead there.
    static func state(in phase: ExchangeState.Phase) -> ExchangeState {
      var state = ExchangeState(bodyLimit: 100, outgoing: OutgoingBodyCount(length: 5))
      let way: [ExchangeEvent] =
        switch phase {
        case .queued: []
        case .connecting: [.admitted]
        case .asking: [.admitted, .asksForName]
        case .resolving: [.admitted, .asksForName, .finished(TransferEnd(isSuccess: false))]
        case .sent: [.admitted, .sends]
        case .receiving: [.admitted, .sends, .head(status: 200, isProxys: false)]
        case .streaming: [.admitted, .sends, .head(status: 200, isProxys: false), .announced(ofStream)]
        case .over: [.admitted, .sends, .head(status: 200, isProxys: false), .closed]
        }
      for event in way { _ = state.take(event) }
      return state
    }

    private static let ofStream = AnnouncedBody(length: -1, isStream: true)
    private static let ofSeven = AnnouncedBody(length: 7)

    /// Cells, in order: go on; ignored, too early or too late; libcurl out of turn; libcurl about to send again;
    /// libcurl's own error.
    private static let on = Cell(.goOn)
    private static let no = Cell(.ignore)
    private static let bad = Cell(.abort, nil, .outOfTurn)
    private static let twice = Cell(.abort, nil, .secondSending)
    private static let told = Cell(.failAsLibcurlSays)

    private static func fails(_ fault: ExchangeFault) -> Cell { Cell(.fail, nil, fault) }
    private static func aborts(_ fault: ExchangeFault) -> Cell { Cell(.abort, nil, fault) }

    /// One column per phase, in order.
    static let table: [Row] = [
      // queued, connecting, asking, resolving, sent, receiving, streaming, over
      Row(.admitted, Cell(.start, .connecting), no, no, no, no, no, no, no),
      all(.cancelled, but: fails(.cancelled)),
      all(.deadlinePassed, but: fails(.deadlinePassed)),
      Row(
        .stayedSilent,
        no,
        no,
        no,
        no,
        fails(.stayedSilent),
        fails(.stayedSilent),
        fails(.stayedSilent),
        no
      ),
      Row(.namesKnown, no, no, no, Cell(.giveAgain, .connecting), no, no, no, no),
      Row(
        .resumed(readerIsFull: false),
        no,
        Cell(.setPauses),
        Cell(.setPauses),
        no,
        Cell(.setPauses),
        Cell(.setPauses),
        Cell(.setPauses),
        no
      ),
      Row(.readerFilled, no, no, no, no, no, no, Cell(.setPauses), no),
      Row(
        .closed,
        Cell(.answer, .over),
        Cell(.answer, .over),
        Cell(.answer, .over),
        Cell(.answer, .over),
        Cell(.answer, .over),
        Cell(.answer, .over),
        Cell(.endStream, .over),
        no
      ),
      Row(.asksForName, bad, Cell(.abort, .asking), Cell(.abort), bad, twice, twice, twice, no),
      Row(.opensSocket, bad, on, on, bad, twice, twice, twice, no),
      Row(.openedSocket, no, on, on, no, no, no, no, no),
      Row(.isAboutToSend, bad, on, on, bad, twice, twice, twice, no),
      Row(.sends, bad, Cell(.goOn, .sent), Cell(.goOn, .sent), bad, twice, twice, twice, no),
      Row(
        .head(status: 200, isProxys: false),
        bad,
        bad,
        bad,
        bad,
        Cell(.goOn, .receiving),
        bad,
        bad,
        no
      ),
      Row(.announced(ofSeven), bad, bad, bad, bad, bad, Cell(.expect(7)), bad, no),
      Row(.announced(ofStream), bad, bad, bad, bad, bad, Cell(.deliverHead, .streaming), bad, no),
      Row(.body(3), bad, bad, bad, bad, bad, Cell(.keep), Cell(.gather), no),
      Row(.keeps(3), bad, bad, bad, bad, bad, on, bad, no),
      Row(.keeps(101), bad, bad, bad, bad, bad, aborts(.bodyTooLarge), bad, no),
      Row(.offers(5), bad, bad, bad, bad, on, on, on, no),
      Row(
        .offers(6),
        bad,
        bad,
        bad,
        bad,
        aborts(.offersTooMuch),
        aborts(.offersTooMuch),
        aborts(.offersTooMuch),
        no
      ),
      Row(.handedOver(5), bad, bad, bad, bad, on, on, on, no),
      Row(.hasNothingToSend, bad, bad, bad, bad, Cell(.pause), Cell(.pause), Cell(.pause), no),
      Row(
        .bodyEnded(trailers: 0),
        bad,
        bad,
        bad,
        bad,
        aborts(.offersTooLittle),
        aborts(.offersTooLittle),
        aborts(.offersTooLittle),
        no
      ),
      Row(.finished(TransferEnd()), no, told, Cell(.lookUp, .resolving), no, told, Cell(.finish), Cell(.finish), no),
      Row(.finished(TransferEnd(isSuccess: false)), no, told, Cell(.lookUp, .resolving), no, told, told, told, no),
      all(.found(.headTooLarge), but: aborts(.headTooLarge)),
    ]

    /// A row with the same cell in all phases but the last.
    private static func all(_ event: ExchangeEvent, but cell: Cell) -> Row {
      Row(event, cell, cell, cell, cell, cell, cell, cell, no)
    }

    @Test(arguments: table)
    func `an event means one thing in each phase`(row: Row) {
      #expect(row.cells.count == Self.phases.count)
      for (phase, cell) in zip(Self.phases, row.cells) {
        var state = Self.state(in: phase)
        #expect(state.phase == phase)
        let before = state
        let action = state.take(row.event)
        #expect(action == cell.action, "in \(phase)")
        #expect(state.phase == cell.phase ?? phase, "in \(phase)")
        #expect(state.fault == cell.fault, "in \(phase)")
        if action == .ignore { #expect(state == before, "in \(phase)") }
      }
    }

    @Test func `the table has every phase, and an event of every kind`() {
      #expect(Set(Self.phases) == Set(ExchangeState.Phase.allCases))
      let kinds = Set(Self.table.map { row in "\(row.event)".prefix { $0 != "(" } })
      // The number of cases of `ExchangeEvent`: a new case needs a row.
      #expect(kinds.count == 23)
    }

    @Test(arguments: ExchangeState.Phase.allCases)
    func `no event leads out of the last phase, and every phase ends once`(phase: ExchangeState.Phase) {
      var state = Self.state(in: phase)
      let first = state.take(.closed)
      #expect((first == .ignore) == (phase == .over))
      let reached = state.reached
      for row in Self.table {
        #expect(state.take(row.event) == .ignore)
      }
      #expect(state.phase == .over)
      #expect(state.reached == reached)
    }

    @Test func `what callers see of the phases only goes forward`() {
      let reached = Self.phases.map { Self.state(in: $0).reached }
      #expect(reached == [.queued, .connecting, .connecting, .connecting, .sent, .receiving, .receiving, .receiving])
    }
  }
#endif
