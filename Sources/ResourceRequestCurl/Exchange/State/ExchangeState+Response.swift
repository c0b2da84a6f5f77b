// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestLoop

/// The response: its head, what the head announces, its body.
extension ExchangeState {
  mutating func head(_ status: Int, isProxys: Bool) -> ExchangeAction {
    guard phase == .sent else { return phase == .over ? .ignore : found(.outOfTurn) }
    phase = .receiving
    reached = .receiving
    refusesExpectation = status == 417 && asksFirst
    isServersLogin = status == 407 && !isProxys
    switch status {
    case 407 where isProxys: return found(.proxyAsks)
    case 101: return found(.switchesProtocols)
    default: return .goOn
    }
  }

  mutating func announced(_ body: AnnouncedBody) -> ExchangeAction {
    guard phase == .receiving else { return phase == .over ? .ignore : found(.outOfTurn) }
    let length = body.isPossible && body.length >= 0 ? body.length : nil
    announcedLength = length
    if body.isStream {
      phase = .streaming
      return .deliverHead
    }
    guard let length, length > 0 else { return .goOn }
    guard length <= bodyLimit || !body.isPlain else { return found(.announcedTooLarge(length)) }
    return .expect(min(length, bodyLimit))
  }

  mutating func body(_ count: Int) -> ExchangeAction {
    guard phase == .receiving || phase == .streaming else { return phase == .over ? .ignore : found(.outOfTurn) }
    bodyReceived += count
    return phase == .streaming ? .gather : .keep
  }

  mutating func keeps(_ count: Int) -> ExchangeAction {
    guard phase == .receiving else { return phase == .over ? .ignore : found(.outOfTurn) }
    guard count <= bodyLimit - bodyKept else { return found(.bodyTooLarge) }
    bodyKept += count
    return .goOn
  }
}
