// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Simulation.Report {
  /// How long calls took, in milliseconds; `nil` where none succeeded.
  public struct Latency: Codable, Sendable, Hashable {
    /// Half took no longer.
    public let p50: Double?
    /// 90 % took no longer.
    public let p90: Double?
    /// 99 % took no longer.
    public let p99: Double?
    /// 99.9 % took no longer.
    public let p999: Double?
    /// The longest.
    public let max: Double?

    init(_ quantiles: Quantiles) {
      p50 = quantiles[0.5]
      p90 = quantiles[0.9]
      p99 = quantiles[0.99]
      p999 = quantiles[0.999]
      max = quantiles[1]
    }

    /// Writes every member, `null` where there is no value.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(p50, forKey: .p50)
      try container.encode(p90, forKey: .p90)
      try container.encode(p99, forKey: .p99)
      try container.encode(p999, forKey: .p999)
      try container.encode(max, forKey: .max)
    }
  }
}
