// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides, step by step, what a server does on a connection, so that a ``ConformancePeer`` only moves bytes.
///
/// ```swift
/// var player = ConformancePlayer(script)
/// while true {
///   switch player.nextAction() {
///   case .receive: player.received(try socket.read())     // empty at the end of the stream, and after a reset
///   case .send(let bytes): try socket.write(bytes)
///   case .pause(let duration): sleep(duration)
///   case .hold: waitUntilStopped()
///   case .close: return socket.closeSendingThenDrain()
///   case .reset: return socket.reset()
///   }
///   publish(player.record)
/// }
/// ```
package struct ConformancePlayer: Sendable {
  /// An action on the socket.
  package enum Action: Sendable, Hashable {
    /// Read some bytes and pass them to ``ConformancePlayer/received(_:)``.
    case receive
    /// Send all of these bytes.
    case send([UInt8])
    /// Wait this long.
    case pause(Duration)
    /// Wait until the server is stopped, without reading.
    case hold
    /// Shut down sending, discard received bytes until the other side closes too, and close.
    case close
    /// Close with a reset.
    case reset
  }

  /// The record so far.
  package private(set) var record = ConformanceRecord()
  private let script: ConformanceScript
  /// The steps that are left.
  private var steps: ArraySlice<ConformanceScript.Step>
  /// Whether the last action completes a step when the next one is requested.
  private var isUnderWay = false
  private var pending: [UInt8] = []
  /// How far into a chunked body its whole chunks go.
  private var walked = 0

  /// Starts a script.
  package init(_ script: ConformanceScript) {
    self.script = script
    steps = script.steps[...]
  }

  /// The next action.
  ///
  /// The previous action counts as done.
  package mutating func nextAction() -> Action {
    if isUnderWay {
      isUnderWay = false
      record.stepsDone += 1
    }
    while let step = steps.first {
      switch step {
      case .readHead:
        if let action = read(headOnly: true) { return action }
      case .readRequest:
        if let action = read(headOnly: false) { return action }
      case .readBody:
        if let action = readBody() { return action }
      case .send(let bytes):
        return begin(.send(bytes))
      case .play(let make):
        advance()
        if let request = record.requests.last { steps = make(request) + steps }
      case .pause(let duration):
        return begin(.pause(duration))
      case .awaitClose:
        guard record.isClosedByTransport else { return .receive }
        advance()
      case .hold:
        return .hold
      case .reset:
        return .reset
      case .startOver:
        record.stepsDone += 1
        steps = script.steps[...]
      }
    }
    return .close
  }

  /// Takes the bytes that were read; empty at the end of the stream.
  package mutating func received(_ bytes: [UInt8]) {
    if bytes.isEmpty {
      record.isClosedByTransport = true
    } else {
      pending += bytes
    }
  }

  /// Begins an action that takes time, so that its step does not count as done before.
  private mutating func begin(_ action: Action) -> Action {
    steps.removeFirst()
    isUnderWay = true
    return action
  }

  private mutating func advance() {
    steps.removeFirst()
    record.stepsDone += 1
  }

  /// Continues reading; `nil` once the request is complete.
  private mutating func read(headOnly: Bool) -> Action? {
    switch ConformanceRequest.reading(pending, headOnly: headOnly, walked: &walked) {
    case .complete(let request, let length):
      pending.removeFirst(length)
      record.requests.append(request)
      advance()
      return nil
    case .incomplete: return record.isClosedByTransport ? .close : .receive
    case .malformed: return .reset
    }
  }

  /// Reads the rest of the last request; `nil` once it is complete.
  private mutating func readBody() -> Action? {
    guard let head = record.requests.last else { return .reset }
    guard let (request, length) = head.completed(by: pending[...], walked: &walked) else {
      return record.isClosedByTransport ? .close : .receive
    }
    pending.removeFirst(length)
    record.requests[record.requests.count - 1] = request
    advance()
    return nil
  }
}
