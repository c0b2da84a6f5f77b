// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// What its owner says of an exchange: the loop, and through it the task that waits.
extension ExchangeState {
  mutating func admitted() -> ExchangeAction {
    guard phase == .queued else { return .ignore }
    phase = .connecting
    reached = .connecting
    // Until a socket is opened for it.
    reusedConnection = true
    return .start
  }

  mutating func endedByOwner(_ fault: ExchangeFault) -> ExchangeAction {
    phase == .over ? .ignore : fails(fault)
  }

  mutating func namesKnown() -> ExchangeAction {
    guard phase == .resolving else { return .ignore }
    phase = .connecting
    return .giveAgain
  }

  /// The maker of a body is asked again in any case; a reader that was not the one who woke us may still be full.
  mutating func resumed(readerIsFull: Bool) -> ExchangeAction {
    switch phase {
    case .queued, .resolving, .over: return .ignore
    case .connecting, .asking, .sent, .receiving, .streaming: break
    }
    pauses = pauses.contains(.receiving) && readerIsFull ? .receiving : []
    return .setPauses
  }

  /// A reader that is full pauses the transfer: at once, or at the end of the turn where libcurl decodes.
  ///
  /// Of a response that is compressed libcurl (7.88 at least) expands all that it has read. Paused in between, it would
  /// keep the rest itself, unseen by our limits, and fail at 64 MiB: that much is taken, and the pause is for the end of
  /// the turn.
  mutating func readerFilled() -> ExchangeAction {
    guard phase == .streaming else { return .ignore }
    pauses.insert(.receiving)
    return isCompressed ? .goOn : .setPauses
  }

  mutating func turnEnded() -> ExchangeAction {
    phase == .streaming && isCompressed && pauses.contains(.receiving) ? .setPauses : .goOn
  }

  /// A result is handed over once.
  mutating func closed() -> ExchangeAction {
    let before = phase
    phase = .over
    switch before {
    case .over: return .ignore
    case .streaming: return .endStream
    case .queued, .connecting, .asking, .resolving, .sent, .receiving: return .answer
    }
  }
}
