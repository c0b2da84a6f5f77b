// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import TestSupport
import Testing

/// Every body arrives byte for byte, for every way to call, kind of connection, framing and pace.
struct ByteMatrixTests {
  /// The number of cases for each wire at scale 1.
  private static let casesOfWire = 250

  @Test(.enabled(if: FastServer.isPossible && FastGzip.isPossible), .everyWire, arguments: FastServer.Wire.allCases)
  func `every body arrives byte for byte`(over wire: FastServer.Wire) async throws {
    let scale = MatrixScale.current
    // Draws different cases for each wire.
    var random = SeededGenerator(seed: scale.seed &+ UInt64(wire.rawValue.utf8.count) << 32)
    for round in 0..<scale.scale {
      let cases = (0..<Self.casesOfWire).map {
        ByteCase.any(round * Self.casesOfWire + $0, over: wire, using: &random)
      }
      let bench = try ByteBench(wire, cases)
      defer { bench.end() }
      for one in cases {
        guard let fault = await bench.fault(of: one) else { continue }
        Issue.record("\(one): \(fault); MATRIX_SEED=\(scale.seed) MATRIX_SCALE=\(scale.scale)")
      }
    }
  }
}
