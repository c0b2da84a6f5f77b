// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Queues exchanges to the same place if the number in flight is limited.
final class StubTurns: Sendable {
  /// The key of a limit.
  fileprivate struct Place: Hashable {
    let origin: Origin
    let endpoint: Endpoint?
  }

  /// An exchange's place among those in flight; free again at its end, or with the last reference.
  final class Turn: Sendable {
    private let turns: StubTurns
    private let place: Place
    private let isOver = Lock(false)

    fileprivate init(_ turns: StubTurns, _ place: Place) {
      self.turns = turns
      self.place = place
    }

    deinit { end() }

    /// Makes room for the next one.
    func end() {
      if !isOver.exchange(true) { turns.ended(place) }
    }
  }

  private struct Line: Sendable {
    var running = 0
    var limit = 0
    var waiting = WaitingLine<UInt64>()
  }

  private let lines = Lock<[Place: Line]>([:])

  /// Waits for an exchange's turn; `nil` if there is no limit.
  func turn(for exchange: StubExchange) async throws -> Turn? {
    guard let limit = exchange.options.maxConnections else { return nil }
    let place = Place(origin: exchange.request.url.origin, endpoint: exchange.request.endpoint)
    let startsNow = lines.withLock { lines in
      var line = lines[place] ?? Line()
      defer { lines[place] = line }
      line.limit = max(1, limit)
      guard line.running < line.limit, line.waiting.count == 0 else { return false }
      line.running += 1
      return true
    }
    if startsNow { return Turn(self, place) }
    return try await exchange.limit(to: nil, .queued).run { [self] in try await wait(for: place) }
  }

  private func wait(for place: Place) async throws -> Turn {
    let id = RequestEnvironment.nextID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Void, any Error>? = lines.withLock { lines in
          if Task.isCancelled { return .failure(CancellationError()) }
          var line = lines[place] ?? Line()
          defer { lines[place] = line }
          if line.running < max(1, line.limit) {
            line.running += 1
            return .success(())
          }
          line.waiting.add(id, waitingFor: id, continuation)
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      lines.withLock { $0[place]?.waiting.remove(id) }?.resume(throwing: CancellationError())
    }
    return Turn(self, place)
  }

  private func ended(_ place: Place) {
    let next = lines.withLock { lines -> WaitingLine<UInt64>.Continuation? in
      guard var line = lines.removeValue(forKey: place) else { return nil }
      // The place passes to the next one, or becomes free.
      let next = line.waiting.removeFirst()
      if next == nil { line.running -= 1 }
      if line.running > 0 { lines[place] = line }
      return next
    }
    next?.resume()
  }
}
