// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A reader that is fed arbitrary bytes: it may refuse them, and must do no more than that.
///
/// To add one, write a file in `Targets` and name its type in ``FuzzTargets``.
protocol FuzzTarget: Sendable {
  /// What `Tests/Fuzz/run NAME` calls it.
  static var name: String { get }

  /// A folder of inputs to begin with, as a path from the repository's root; nil starts from nothing.
  static var seeds: String? { get }

  /// Reads one input. Trap (`precondition`) where an answer is wrong: that is what counts as a finding.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>)
}
