// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Simulation.Report {
  /// One second of a simulation.
  public struct Second: Codable, Sendable, Hashable {
    /// The number of the second, from 0.
    public let t: Int
    /// The calls that started.
    public let offered: Int
    /// The calls that succeeded.
    public let succeeded: Int
    /// The calls that failed.
    public let failed: Int
    /// The requests to servers.
    public let attempts: Int
    /// The median latency of the successful calls, in milliseconds; `nil` if there are none.
    public let p50: Double?
    /// Their 99th percentile, in milliseconds.
    public let p99: Double?
    /// The endpoints that a client had ejected.
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

    /// Encodes every member, `null` for missing values.
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
