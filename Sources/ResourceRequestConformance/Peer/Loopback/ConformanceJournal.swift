// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// What a server has seen, on which the cases wait.
final class ConformanceJournal: Sendable {
  private struct Waiter: Sendable {
    let isDone: @Sendable ([ConformanceRecord]) -> Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State: Sendable {
    var records: [ConformanceRecord] = []
    var waiters: [Int: Waiter] = [:]
    var nextID = 0
  }

  private let state = Lock(State())

  var records: [ConformanceRecord] { state.withLock { $0.records } }

  /// Notes what was seen of a connection, and resumes those who waited for it.
  func publish(_ record: ConformanceRecord, of index: Int) {
    let done = state.withLock { state -> [Waiter] in
      while state.records.count <= index { state.records.append(ConformanceRecord()) }
      state.records[index] = record
      let records = state.records
      let done = state.waiters.filter { $0.value.isDone(records) }
      for id in done.keys { state.waiters[id] = nil }
      return Array(done.values)
    }
    for waiter in done { waiter.continuation.resume() }
  }

  /// Suspends until the records are as wanted.
  ///
  /// - Throws: ``ConformanceFailure`` where that takes longer than the limit.
  func wait(
    within limit: Duration,
    until isDone: @escaping @Sendable ([ConformanceRecord]) -> Bool
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.wait(until: isDone) }
      group.addTask {
        try await ContinuousClock().sleep(for: limit)
        throw ConformanceFailure("after \(limit) the server has seen no more than: \(self.summary)")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func wait(until isDone: @escaping @Sendable ([ConformanceRecord]) -> Bool) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Void, any Error>? = state.withLock { state in
          // The mark of a cancelled task stands before its handler runs, so one that came too early is seen here.
          if Task.isCancelled { return .failure(CancellationError()) }
          if isDone(state.records) { return .success(()) }
          state.waiters[id] = Waiter(isDone: isDone, continuation: continuation)
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  private var summary: String {
    let lines = records.map { record in
      "\(record.requests.count) requests, \(record.stepsDone) steps\(record.isClosedByTransport ? ", closed" : "")"
    }
    return lines.isEmpty ? "no connection" : lines.joined(separator: "; ")
  }
}
