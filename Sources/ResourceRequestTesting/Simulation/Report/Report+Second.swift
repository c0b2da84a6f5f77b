// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Simulation.Report {
  /// One second of a simulation.
  public struct Second: Codable, Sendable, Hashable {
    /// Which: seconds since the beginning.
    public let t: Int
    /// How many calls began in it.
    public let offered: Int
    /// How many calls ended well in it.
    public let succeeded: Int
    /// How many calls ended badly in it.
    public let failed: Int
    /// How many requests went to servers in it.
    public let attempts: Int
    /// How long half of the calls that ended well in it took at most, in milliseconds; `nil` where there are none.
    public let p50: Double?
    /// How long 99 % of them took at most, in milliseconds.
    public let p99: Double?
    /// Which endpoints a client had out of rotation in it.
    public let ejected: [String]

    init(
      t: Int,
      offered: Int,
      succeeded: Int,
      failed: Int,
      attempts: Int,
      p50: Double?,
      p99: Double?,
      ejected: [String]
    ) {
      self.t = t
      self.offered = offered
      self.succeeded = succeeded
      self.failed = failed
      self.attempts = attempts
      self.p50 = p50
      self.p99 = p99
      self.ejected = ejected
    }

    /// Writes every member, `null` where there is no value.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(t, forKey: .t)
      try container.encode(offered, forKey: .offered)
      try container.encode(succeeded, forKey: .succeeded)
      try container.encode(failed, forKey: .failed)
      try container.encode(attempts, forKey: .attempts)
      try container.encode(p50, forKey: .p50)
      try container.encode(p99, forKey: .p99)
      try container.encode(ejected, forKey: .ejected)
    }
  }
}
