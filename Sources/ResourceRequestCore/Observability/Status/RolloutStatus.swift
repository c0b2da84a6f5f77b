// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A configuration on trial with a share of a client's calls.
public struct RolloutStatus: Sendable, Hashable, Codable {
  /// The outcomes of calls.
  public struct Calls: Sendable, Hashable, Codable {
    /// All calls.
    public var all: Int
    /// Calls with a status from 400 to 499.
    public var refused: Int
    /// Calls with a status from 500 on, or without a response.
    public var failed: Int
  }

  /// Its generation.
  public var generation: Int
  /// Its ``ResourceConfiguration/digest``.
  public var configuration: String
  /// The share of the calls, from 0 to 1.
  public var share: Double
  /// The seconds that the trial still takes; 0 if it takes until more is known.
  public var seconds: Double
  /// The calls with this configuration.
  public var new: Calls
  /// The calls with the previous configuration in the same time.
  public var old: Calls
}

extension RolloutStatus: CustomStringConvertible {
  /// One line.
  public var description: String {
    func text(_ calls: Calls) -> String { "\(calls.failed) failed and \(calls.refused) refused of \(calls.all)" }
    let time = seconds > 0 ? "for another \(ReadableTime.text(seconds: seconds))" : "until more is known"
    return
      "generation \(generation), configuration \(configuration), is tried \(time): \(text(new)), before \(text(old))"
  }
}
