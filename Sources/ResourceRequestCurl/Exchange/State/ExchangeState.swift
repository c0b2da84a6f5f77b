// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestLoop

/// The phase of an exchange, and the meaning of every event in it.
///
/// A value without side effects: ``take(_:)`` returns the meaning of an event in the current phase and the actions that
/// follow, which the exchange and its loop perform. An event that is impossible in a phase is ignored if it comes from
/// the loop or the task, and ends the transfer (``ExchangeFault/outOfTurn``) if it comes from libcurl.
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
    /// libcurl has it, or gets it once another exchange has opened a connection; no request has been sent.
    case connecting
    /// libcurl asked for a name, was refused, and is about to return the exchange.
    case asking
    /// The loop looks its names up.
    case resolving
    /// The request is on its way.
    case sent
    /// The final head has arrived, and the body is buffered until it is complete.
    case receiving
    /// The response was handed over at its head.
    case streaming
    /// It has its result.
    case over
  }

  /// How often libcurl may be refused a name: its addresses may have expired by the time it asks again.
  static var mostRounds: Int { 4 }

  // MARK: What the request says

  /// The maximum size of a buffered body.
  let bodyLimit: Int
  /// Whether the server is asked before the body is sent (`Expect: 100-continue`).
  let asksFirst: Bool

  // MARK: What has happened

  var phase = Phase.queued
  /// The phase as callers know it; for an ended exchange, the one in which it ended.
  var reached = Attempt.Phase.queued
  /// Whether no connection was opened for it.
  var reusedConnection = false
  /// The directions that wait for their other end.
  var pauses: Pauses = []
  /// How often libcurl was refused a name.
  var rounds = 0
  /// The number of bytes of the request's body that were passed on.
  var outgoing: OutgoingBodyCount
  /// The required length of the response's body; `nil` if none was announced.
  var announcedLength: Int?
  /// Bytes of the response's body as libcurl handed them over.
  var bodyReceived = 0
  /// The number of its buffered bytes, decoded.
  var bodyKept = 0
  /// Whether the server refused to be asked before the body is sent.
  var refusesExpectation = false
  /// Whether it is a server's 407, which libcurl would answer as that of a proxy.
  var isServersLogin = false
  /// Why it fails: the first cause, which its consequences do not replace.
  var fault: ExchangeFault?
  /// How far it was then.
  var faultReached = Attempt.Phase.queued
  /// Whether the cause is the end of a connection that was not opened for it.
  var faultIsOfReused = false

  init(bodyLimit: Int = .max, asksFirst: Bool = false, outgoing: OutgoingBodyCount = OutgoingBodyCount()) {
    self.bodyLimit = bodyLimit
    self.asksFirst = asksFirst
    self.outgoing = outgoing
  }

  /// Whether it has got its place among the exchanges in flight.
  var hasStarted: Bool { reached != .queued }

  /// Whether it has its result.
  var isOver: Bool { phase == .over }

  /// Whether silence is the peer's: not while back pressure applies, or while there is nothing to send.
  var isPeersTurn: Bool {
    switch phase {
    case .sent, .receiving, .streaming: pauses.isEmpty
    case .queued, .connecting, .asking, .resolving, .over: false
    }
  }

  /// Returns the meaning of an event, and the actions that follow.
  ///
  /// Inlined at its calls, so that only the code for the event remains there.
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
    case .closed: closed()
    case .asksForName: asksForName()
    case .opensSocket, .isAboutToSend: mayConnect()
    case .openedSocket: openedSocket()
    case .sends: sends()
    case .head(let status, let isProxys): head(status, isProxys: isProxys)
    case .announced(let body): announced(body)
    case .body(let count): body(count)
    case .keeps(let count): keeps(count)
    case .offers(let count): offers(count)
    case .handedOver(let count): handedOver(count)
    case .hasNothingToSend: hasNothingToSend()
    case .bodyEnded(let trailers): bodyEnded(trailers: trailers)
    case .finished(let end): finished(end)
    case .found(let fault): found(fault)
    }
  }

  /// Ends the transfer with a cause, unless it has one.
  mutating func found(_ fault: ExchangeFault) -> ExchangeAction {
    guard phase != .over else { return .ignore }
    if self.fault == nil { note(fault) }
    return .abort
  }

  /// Fails the exchange with a cause that takes precedence over earlier ones.
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
