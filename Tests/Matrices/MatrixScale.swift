// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FoundationEssentials

/// How many cases of a matrix a run covers, and which.
///
/// A matrix has more cases than a run has time for, so each run draws some. A failure prints the seed:
/// `MATRIX_SEED=… MATRIX_SCALE=… swift test --filter MatrixTests` draws the same cases again.
struct MatrixScale {
  /// 1 in the ordinary run; the step `matrices` of `Tests/run` and the long form use a multiple of the cases.
  let scale: Int
  let seed: UInt64

  /// The values of the environment: `MATRIX_SCALE`, by default 1, and `MATRIX_SEED`, by default random.
  static let current: MatrixScale = {
    let environment = ProcessInfo.processInfo.environment
    return MatrixScale(
      scale: max(1, environment["MATRIX_SCALE"].flatMap { Int($0) } ?? 1),
      seed: environment["MATRIX_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)
    )
  }()
}
