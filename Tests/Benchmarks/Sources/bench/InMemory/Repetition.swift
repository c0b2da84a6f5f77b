// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Measures a closure that runs repeatedly within the process.
enum Repetition {
  static func measure(_ iterations: Int, _ body: () throws -> Void) rethrows -> Report {
    for _ in 0..<max(1, iterations / 10) { try body() }
    let before = ProcessState.now()
    let start = ContinuousClock.now
    for _ in 0..<iterations { try body() }
    let elapsed = start.duration(to: .now)
    return Report(iterations: iterations, elapsed, before: before, after: ProcessState.now())
  }

  static func measure(_ iterations: Int, _ body: () async throws -> Void) async rethrows -> Report {
    for _ in 0..<max(1, iterations / 10) { try await body() }
    let before = ProcessState.now()
    let start = ContinuousClock.now
    for _ in 0..<iterations { try await body() }
    let elapsed = start.duration(to: .now)
    return Report(iterations: iterations, elapsed, before: before, after: ProcessState.now())
  }
}
