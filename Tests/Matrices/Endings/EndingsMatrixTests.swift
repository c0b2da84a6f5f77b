// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FoundationEssentials
import ResourceRequestKit
import TestSupport
import Testing

/// However an exchange ends, the client's next request arrives at the server byte for byte.
///
/// The server's log of each connection must be a sequence of complete, expected requests; only the last one of a
/// connection may be incomplete.
@Suite(.serialized, .everyWire, .timeLimit(.minutes(10)))
struct EndingsMatrixTests {
  @Test func `after any ending of an exchange the next request is byte-exact at the server`() async throws {
    let matrix = MatrixScale.current
    var chance = SeededGenerator(seed: matrix.seed)
    var cases: [EndingCase] = []
    for _ in 0..<(4 * matrix.scale) {
      for ending in Ending.allCases {
        // Early responses leave bodies unsent, so there are more of them.
        for _ in 0..<(ending == .early ? 8 : ending.isEarly ? 2 : 1) {
          cases.append(EndingCase(ending, using: &chance))
        }
      }
    }
    var rest = cases[...]
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<6 {
        if let next = rest.popFirst() { group.addTask { await judge(next, matrix.seed) } }
      }
      while await group.next() != nil {
        if let next = rest.popFirst() { group.addTask { await judge(next, matrix.seed) } }
      }
    }
  }

  /// Ends an exchange, sends two more requests, and compares the server's log with the expected requests.
  private func judge(_ ending: EndingCase, _ seed: UInt64) async {
    do {
      let server = try EndingsServer.start(ending)
      defer { server.stop() }
      let bench = try EndingsBench(ending, server)
      defer { bench.remove() }
      if ending.isWarm { try await bench.exchange("/warm", "") }
      await bench.end()
      try await bench.exchange("/next", EndingsBench.text(5000))
      try await bench.exchange("/last", "")
      for fault in bench.faults() { Issue.record("\(fault), after \(ending) (MATRIX_SEED=\(seed))") }
    } catch {
      Issue.record("\(error), after \(ending) (MATRIX_SEED=\(seed))")
    }
  }
}
