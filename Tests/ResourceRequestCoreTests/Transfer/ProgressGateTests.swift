// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestTransfer

struct ProgressGateTests {
  @Test func `reports come no more often than asked, and the last one always`() {
    let reports = Lock<[Int]>([])
    var gate = ProgressGate(
      ProgressReporter(every: .milliseconds(100)) { progress in reports.withLock { $0.append(progress.completed) } }
    )
    let start = ContinuousClock.now
    for step in 0..<25 {
      gate.advance(to: TransferProgress(completed: step, total: 25), at: start.advanced(by: .milliseconds(10 * step)))
    }
    let end = TransferProgress(completed: 25, total: 25)
    gate.finish(end, at: start.advanced(by: .milliseconds(250)))
    gate.finish(end, at: start.advanced(by: .milliseconds(260)))
    #expect(reports.withLock { $0 } == [0, 10, 20, 25])
  }

  @Test func `the fraction is known where the whole is`() {
    #expect(TransferProgress(completed: 5, total: 20).fraction == 0.25)
    #expect(TransferProgress(completed: 0, total: 0).fraction == 1)
    #expect(TransferProgress(completed: 5, total: nil).fraction == nil)
  }
}
