// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The records of a server, which the cases wait for.
final class ConformanceJournal: Sendable {
  private let state = Watched<[ConformanceRecord]>([])

  var records: [ConformanceRecord] { state.current }

  /// Updates the record of a connection and resumes waiting cases.
  func publish(_ record: ConformanceRecord, of index: Int) {
    state.change { records in
      while records.count <= index { records.append(ConformanceRecord()) }
      records[index] = record
    }
  }

  /// Suspends until the records fulfil a condition.
  ///
  /// - Throws: ``ConformanceFailure`` if that takes longer than the limit.
  func wait(within limit: Duration, until isDone: @escaping @Sendable ([ConformanceRecord]) -> Bool) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.state.wait(until: isDone) }
      group.addTask {
        try await ContinuousClock().sleep(for: limit)
        throw ConformanceFailure("after \(limit) the server has seen no more than: \(self.summary)")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private var summary: String {
    let lines = records.map { record in
      "\(record.requests.count) requests, \(record.stepsDone) steps\(record.isClosedByTransport ? ", closed" : "")"
    }
    return lines.isEmpty ? "no connection" : lines.joined(separator: "; ")
  }
}
