// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A configuration that is tried with a share of a client's calls.
public struct RolloutStatus: Sendable, Hashable, Codable {
  /// How calls ended.
  public struct Calls: Sendable, Hashable, Codable {
    /// All of them.
    public var all: Int
    /// Those with a status from 400 on, below 500.
    public var refused: Int
    /// Those with a status from 500 on, or without an answer.
    public var failed: Int

    package init(all: Int, refused: Int, failed: Int) {
      self.all = all
      self.refused = refused
      self.failed = failed
    }
  }

  /// Its generation.
  public var generation: Int
  /// Its ``ResourceConfiguration/digest``.
  public var configuration: String
  /// The share of the calls, from 0 to 1.
  public var share: Double
  /// For how many more seconds it is tried; 0 where it is tried until more is known.
  public var seconds: Double
  /// The calls that were made by it.
  public var new: Calls
  /// Those that were made by the one before, meanwhile.
  public var old: Calls

  package init(generation: Int, configuration: String, share: Double, seconds: Double, new: Calls, old: Calls) {
    self.generation = generation
    self.configuration = configuration
    self.share = share
    self.seconds = seconds
    self.new = new
    self.old = old
  }
}

extension RolloutStatus: CustomStringConvertible {
  /// One line.
  public var description: String {
    func text(_ calls: Calls) -> String { "\(calls.failed) failed and \(calls.refused) refused of \(calls.all)" }
    let time = seconds > 0 ? "for another \(ReadableTime.text(.seconds(seconds)))" : "until more is known"
    return
      "generation \(generation), configuration \(configuration), is tried \(time): \(text(new)), before \(text(old))"
  }
}
