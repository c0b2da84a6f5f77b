// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// How far an exchange is, and what everything that can happen to it means there.
///
/// A value that calls nobody: ``take(_:)`` says what an event means in the phase there is and what follows, and the
/// exchange and its loop do that. An event that cannot come in a phase is ignored where the loop or the task says it,
/// and ends the transfer (``ExchangeFault/outOfTurn``) where libcurl does.
///
/// ```
///             admitted           sends         head           announced, as a stream
///   queued ──────────▶ connecting ─────▶ sent ─────▶ receiving ──────────▶ streaming
///           asksForName │      ▲ namesKnown             │ finished             │ finished
///                       ▼      │                        ▼                      ▼
///                    asking ─▶ resolving               over ◀──────────────── over
///                       finished
/// ```
struct ExchangeState: Equatable {
  enum Phase: CaseIterable {
    /// It waits for its turn.
    case queued
    /// libcurl has it, or will once a connection stands that another opens; no request is out.
    case connecting
    /// libcurl has asked for a name and was refused, and is about to give it back.
    case asking
    /// The loop looks its names up.
    case resolving
    /// The request is on its way.
    case sent
    /// The final head is in, and its body is kept until it is whole.
    case receiving
    /// The response was handed over at its head.
    case streaming
    /// It has its result.
    case over
  }

  /// How often libcurl may be refused a name: what it was told can be out of date by the time it asks again.
  static var mostRounds: Int { 4 }

  // MARK: What the request says

  /// The largest body that is kept.
  let bodyLimit: Int
  /// How many bytes one byte of a compressed body may become.
  let expansionLimit: Int
  /// Whether the server is asked before the body is sent.
  let asksFirst: Bool

  // MARK: What has happened

  var phase = Phase.queued
  /// The same as callers know it; of an exchange that is over, where it ended.
  var reached = Attempt.Phase.queued
  /// Whether no connection was opened for it.
  var reusedConnection = false
  /// The directions that wait for their other end.
  var pauses: Pauses = []
  /// How often libcurl was refused a name.
  var rounds = 0
  /// What was handed over of the request's body.
  var outgoing: OutgoingBodyCount
  /// Whether libcurl decodes the response's body.
  var isCompressed = false
  /// The length the response's body must have; `nil` where nothing says it, or libcurl sees to it.
  var countedLength: Int?
  /// Bytes of the response's body as libcurl handed them over.
  var bodyReceived = 0
  /// Bytes of it that are kept, decoded.
  var bodyKept = 0
  /// Whether the server did not want to be asked before the body is sent.
  var refusesExpectation = false
  /// Why it fails: the first cause, which those that come of it do not replace.
  var fault: ExchangeFault?
  /// How far it was then.
  var faultReached = Attempt.Phase.queued
  /// Whether the cause is the end of a connection that was not opened for it.
  var faultIsOfReused = false

  init(
    bodyLimit: Int = .max,
    expansionLimit: Int = ExchangeOptions.standardExpansionLimit,
    asksFirst: Bool = false,
    outgoing: OutgoingBodyCount = OutgoingBodyCount()
  ) {
    self.bodyLimit = bodyLimit
    self.expansionLimit = expansionLimit
    self.asksFirst = asksFirst
    self.outgoing = outgoing
  }

  /// Whether it has been given its place among those under way.
  var hasStarted: Bool { reached != .queued }

  /// Whether it has its result.
  var isOver: Bool { phase == .over }

  /// Whether silence is the peer's: not while we let it wait, or have nothing to send.
  var isPeersTurn: Bool {
    switch phase {
    case .sent, .receiving, .streaming: pauses.isEmpty
    case .queued, .connecting, .asking, .resolving, .over: false
    }
  }

  /// What an event means, and what follows.
  ///
  /// Inlined where it is called, and so only what belongs to the event is left of it there.
  @inline(__always)
  mutating func take(_ event: ExchangeEvent) -> ExchangeAction {
    switch event {
    case .admitted: admitted()
    case .cancelled: endedByOwner(.cancelled)
    case .deadlinePassed: endedByOwner(.deadlinePassed)
    case .stayedSilent: isPeersTurn ? endedByOwner(.stayedSilent) : .ignore
    case .namesKnown: namesKnown()
    case .resumed(let readerIsFull): resumed(readerIsFull: readerIsFull)
    case .readerFilled: readerFilled()
    case .turnEnded: turnEnded()
    case .closed: closed()
    case .asksForName: asksForName()
    case .opensSocket: mayConnect()
    case .openedSocket: openedSocket()
    case .isAboutToSend: mayConnect()
    case .sends: sends()
    case .head(let status, let isProxys): head(status, isProxys: isProxys)
    case .announced(let body): announced(body)
    case .body(let count, let read): body(count, outOf: read)
    case .keeps(let count): keeps(count)
    case .offers(let count): offers(count)
    case .handedOver(let count): handedOver(count)
    case .hasNothingToSend: hasNothingToSend()
    case .bodyEnded(let trailers): bodyEnded(trailers: trailers)
    case .finished(let end): finished(end)
    case .found(let fault): found(fault)
    }
  }

  /// Ends the transfer for a cause, unless it has one.
  mutating func found(_ fault: ExchangeFault) -> ExchangeAction {
    guard phase != .over else { return .ignore }
    if self.fault == nil { note(fault) }
    return .abort
  }

  /// Fails the exchange for a cause that stands above those before.
  mutating func fails(_ fault: ExchangeFault) -> ExchangeAction {
    note(fault)
    return .fail
  }

  private mutating func note(_ fault: ExchangeFault) {
    self.fault = fault
    faultReached = reached
    faultIsOfReused = reusedConnection && fault.isOfConnection
  }
}

/// The directions of an exchange that wait for the side that is not the peer.
struct Pauses: OptionSet {
  let rawValue: UInt8

  /// The reader of the response has no room.
  static let receiving = Pauses(rawValue: 1)
  /// The maker of the body has nothing yet.
  static let sending = Pauses(rawValue: 2)
}
