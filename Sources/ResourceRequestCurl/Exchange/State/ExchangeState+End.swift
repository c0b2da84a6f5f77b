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
    case .connecting, .sent: return failsAsSeen(end)
    case .receiving, .streaming: break
    }
    if end.isSuccess {
      guard let fault = lengthFault ?? endFault(end) ?? (end.isCutHere ? .cutHere : nil) else { return .finish }
      return fails(fault)
    }
    // libcurl was prevented from sending again by itself, so the server's response counts (RFC 9110 §15.5.18).
    // Its body may not have arrived.
    if refusesExpectation, fault == nil || fault == .secondSending { return .finish }
    if isServersLogin, fault == .secondSending {
      // libcurl has dropped the body, which whoever reads it as a stream is told.
      guard phase == .streaming, let lengthFault else { return .finish }
      return fails(lengthFault)
    }
    // The announced length had arrived completely before the stream was cut off.
    guard fault == nil, end.isDisconnected, let announcedLength, bodyReceived == announcedLength else {
      return failsAsSeen(end)
    }
    return end.isUndecoded ? fails(.codingBroken) : .finish
  }

  private mutating func failsAsSeen(_ end: TransferEnd) -> ExchangeAction {
    if fault == nil, end.isFlooded { return fails(.flooded) }
    return fault == nil ? .failAsLibcurlSays : .fail
  }

  /// Compares the bytes that were delivered, whatever libcurl has counted.
  private var lengthFault: ExchangeFault? {
    guard let announcedLength, bodyReceived != announcedLength else { return nil }
    return bodyReceived < announcedLength
      ? .bodyTooShort(bodyReceived, of: announcedLength) : .bodyTooLong(bodyReceived, of: announcedLength)
  }

  private func endFault(_ end: TransferEnd) -> ExchangeFault? {
    if end.isLineCut { return .lineCut }
    if end.lacksCloseNotify { return .noCloseNotify }
    return end.isUndecoded ? .codingBroken : nil
  }
}
