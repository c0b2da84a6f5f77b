// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FoundationEssentials

/// How much of a matrix a run covers, and which part of it.
///
/// A matrix is larger than a run has time for, so each run draws cases from it. The seed is printed with a failure:
/// `MATRIX_SEED=… MATRIX_SCALE=… swift test --filter MatrixTests` draws the same ones again.
struct MatrixScale {
  /// 1 in the ordinary run; the step `matrices` of `Tests/run` and the long form multiply the number of cases by it.
  let scale: Int
  let seed: UInt64

  /// What the environment says: `MATRIX_SCALE`, 1 without it, and `MATRIX_SEED`, chosen by chance without it.
  static let current: MatrixScale = {
    let environment = ProcessInfo.processInfo.environment
    return MatrixScale(
      scale: max(1, environment["MATRIX_SCALE"].flatMap { Int($0) } ?? 1),
      seed: environment["MATRIX_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...999_999)
    )
  }()
}
