// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestLoop

/// The path of a request to the server: name, socket, connection, its one sending, its body.
extension ExchangeState {
  mutating func asksForName() -> ExchangeAction {
    switch phase {
    case .connecting:
      // The lookup is refused; libcurl is about to return the exchange, whose name is then looked up.
      phase = .asking
      return .abort
    case .asking: return .abort
    case .sent, .receiving, .streaming: return found(.secondSending)
    case .queued, .resolving: return found(.outOfTurn)
    case .over: return .ignore
    }
  }

  /// The request was sent, the connection broke, and libcurl is about to send it again, which is not libcurl's
  /// decision.
  mutating func mayConnect() -> ExchangeAction {
    switch phase {
    case .connecting, .asking: .goOn
    case .sent, .receiving, .streaming: found(.secondSending)
    case .queued, .resolving: found(.outOfTurn)
    case .over: .ignore
    }
  }

  /// Once the request is out, a socket can only be for a second sending, which is refused: the connection it broke on was
  /// another.
  mutating func openedSocket() -> ExchangeAction {
    guard phase == .connecting || phase == .asking else { return .ignore }
    reusedConnection = false
    return .goOn
  }

  mutating func sends() -> ExchangeAction {
    let action = mayConnect()
    guard action == .goOn else { return action }
    // Another address had a socket.
    if fault == .noSocket { fault = nil }
    phase = .sent
    reached = .sent
    return .goOn
  }

  // MARK: The body

  mutating func offers(_ count: Int) -> ExchangeAction {
    if let action = outOfPlaceForBody() { return action }
    return outgoing.exceeds(with: count) ? found(.offersTooMuch) : .goOn
  }

  mutating func handedOver(_ count: Int) -> ExchangeAction {
    if let action = outOfPlaceForBody() { return action }
    outgoing.handOver(count)
    return .goOn
  }

  mutating func hasNothingToSend() -> ExchangeAction {
    if let action = outOfPlaceForBody() { return action }
    pauses.insert(.sending)
    return .pause
  }

  mutating func bodyEnded(trailers: Int) -> ExchangeAction {
    if let action = outOfPlaceForBody() { return action }
    guard !outgoing.isShort else { return found(.offersTooLittle) }
    outgoing.handOverEnd(trailers: trailers)
    return .goOn
  }

  /// A server may respond before it has the body, which is sent all the same.
  private mutating func outOfPlaceForBody() -> ExchangeAction? {
    switch phase {
    case .sent, .receiving, .streaming: nil
    case .queued, .connecting, .asking, .resolving: found(.outOfTurn)
    case .over: .ignore
    }
  }
}
