// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The events from an exchange's owner: the loop, and through it the waiting task.
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

  /// The producer of a body is asked again in any case; a reader that did not wake us may still be full.
  mutating func resumed(readerIsFull: Bool) -> ExchangeAction {
    switch phase {
    case .queued, .resolving, .over: return .ignore
    case .connecting, .asking, .sent, .receiving, .streaming: break
    }
    pauses = pauses.contains(.receiving) && readerIsFull ? .receiving : []
    return .setPauses
  }

  /// A full reader pauses the transfer.
  mutating func readerFilled() -> ExchangeAction {
    guard phase == .streaming else { return .ignore }
    pauses.insert(.receiving)
    return .setPauses
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
