// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The end of a transfer: whether it is a response.
extension ExchangeState {
  mutating func finished(_ end: TransferEnd) -> ExchangeAction {
    switch phase {
    case .queued, .resolving, .over: return .ignore
    case .asking:
      // It was refused a name, and that is all that went wrong.
      rounds += 1
      guard rounds <= ExchangeState.mostRounds else { return fails(.asksTooOften) }
      phase = .resolving
      return .lookUp
    case .connecting, .sent: return failsAsSeen()
    case .receiving, .streaming: break
    }
    if end.isSuccess {
      guard let fault = lengthFault(end) ?? endFault(end) ?? (end.isCutHere ? .cutHere : nil) else { return .finish }
      return fails(fault)
    }
    // libcurl was prevented from sending again by itself, so the server's response counts (RFC 9110 §15.5.18).
    if refusesExpectation { return .finish }
    // The announced length had arrived completely before the stream was cut off.
    guard fault == nil, end.isDisconnected, let countedLength, end.received == countedLength else {
      return failsAsSeen()
    }
    return end.isUndecoded ? fails(.codingBroken) : .finish
  }

  private func failsAsSeen() -> ExchangeAction { fault == nil ? .failAsLibcurlSays : .fail }

  private func lengthFault(_ end: TransferEnd) -> ExchangeFault? {
    guard let countedLength, end.received != countedLength else { return nil }
    return end.received < countedLength
      ? .bodyTooShort(end.received, of: countedLength) : .bodyTooLong(end.received, of: countedLength)
  }

  private func endFault(_ end: TransferEnd) -> ExchangeFault? {
    if end.isLineCut { return .lineCut }
    if end.lacksCloseNotify { return .noCloseNotify }
    return end.isUndecoded ? .codingBroken : nil
  }
}
