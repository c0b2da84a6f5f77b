// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A parser that receives arbitrary bytes: it may refuse them, but must not crash.
///
/// To add one, write a file in `Targets` and name its type in ``FuzzTargets``.
protocol FuzzTarget: Sendable {
  /// The name for `Tests/Fuzz/run NAME`.
  static var name: String { get }

  /// A folder of initial inputs, as a path from the repository's root; nil starts without inputs.
  static var seeds: String? { get }

  /// Reads one input; traps (`precondition`) if a result is wrong, which counts as a finding.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>)
}
