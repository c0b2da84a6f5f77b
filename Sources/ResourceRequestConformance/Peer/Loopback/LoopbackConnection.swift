// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A connection of a loopback server: performs its player's actions as far as possible without blocking.
package struct LoopbackConnection: LoopbackSession {
  private enum Activity {
    case asking
    case receiving
    case sending(ArraySlice<UInt8>)
    case pausing(until: ContinuousClock.Instant)
    case holding
    /// Sending has ended; received bytes are dropped until the other side closes.
    case draining
    case closed
  }

  package let descriptor: Int32
  /// Takes the record whenever it may have changed.
  private let publish: (ConformanceRecord) -> Void
  private var player: ConformancePlayer
  private var activity = Activity.asking

  /// - Parameters:
  ///   - descriptor: its socket, which it owns.
  ///   - script: what is done on it.
  ///   - publish: takes the record; who keeps one lets every further request copy all before it.
  package init(
    _ descriptor: Int32,
    _ script: ConformanceScript,
    _ publish: @escaping (ConformanceRecord) -> Void = { _ in }
  ) {
    (self.descriptor, self.publish) = (descriptor, publish)
    player = ConformancePlayer(script)
  }

  package mutating func advance(_ now: ContinuousClock.Instant) -> LoopbackWish {
    // Then it is the turn of others.
    for _ in 0..<256 {
      switch activity {
      case .asking:
        let action = player.nextAction()
        publish(player.record)
        begin(action, now)
      case .receiving:
        switch LoopbackSocket.read(from: descriptor) {
        case .done(let bytes): player.received(bytes)
        case .closed: player.received([])
        case .later: return .readable
        }
        activity = .asking
      case .sending(let bytes) where bytes.isEmpty:
        activity = .asking
      case .sending(let bytes):
        switch LoopbackSocket.write(bytes.prefix(64 << 10), to: descriptor) {
        case .done(let count): activity = .sending(bytes.dropFirst(count))
        case .later: return .writable
        case .closed:
          player.received([])
          publish(player.record)
          activity = .draining
        }
      case .pausing(let end):
        guard end <= now else { return .moment(end) }
        activity = .asking
      case .holding:
        return .end
      case .draining:
        switch LoopbackSocket.read(from: descriptor) {
        case .done(let bytes) where !bytes.isEmpty: continue
        case .later: return .readable
        case .done, .closed: close()
        }
      case .closed:
        return .closed
      }
    }
    return .moment(now)
  }

  package mutating func close() {
    if case .closed = activity { return }
    LoopbackSocket.end(descriptor)
    activity = .closed
  }

  private mutating func begin(_ action: ConformancePlayer.Action, _ now: ContinuousClock.Instant) {
    switch action {
    case .receive: activity = .receiving
    case .send(let bytes): activity = .sending(bytes[...])
    case .pause(let duration): activity = .pausing(until: now.advanced(by: duration))
    case .hold: activity = .holding
    case .close:
      LoopbackSocket.endSending(descriptor)
      activity = .draining
    case .reset:
      LoopbackSocket.reset(descriptor)
      activity = .closed
    }
  }
}
