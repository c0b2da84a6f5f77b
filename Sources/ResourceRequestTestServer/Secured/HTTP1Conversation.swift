// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestConformance

  /// HTTP/1.1, as a script has it.
  struct HTTP1Conversation: Conversation {
    private var player: ConformancePlayer
    private var pause: ContinuousClock.Instant?

    init(_ script: ConformanceScript) { player = ConformancePlayer(script) }

    mutating func receive(_ bytes: [UInt8]) { player.received(bytes) }

    mutating func advance(_ now: ContinuousClock.Instant) -> ConversationMove {
      if let pause, now < pause { return .pause(until: pause) }
      pause = nil
      switch player.nextAction() {
      case .receive: return .read(until: nil)
      case .send(let bytes): return .send(bytes)
      case .pause(let time):
        let end = now.advanced(by: time)
        pause = end
        return .pause(until: end)
      case .hold: return .hold
      case .close: return .end
      case .reset: return .reset
      }
    }
  }
#endif
