// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Simulation.Report {
  /// The latency of calls in milliseconds; `nil` if none succeeded.
  public struct Latency: Codable, Sendable, Hashable {
    /// The median.
    public let p50: Double?
    /// The 90th percentile.
    public let p90: Double?
    /// The 99th percentile.
    public let p99: Double?
    /// The 99.9th percentile.
    public let p999: Double?
    /// The maximum.
    public let max: Double?

    init(_ quantiles: Quantiles) {
      p50 = quantiles[0.5]
      p90 = quantiles[0.9]
      p99 = quantiles[0.99]
      p999 = quantiles[0.999]
      max = quantiles[1]
    }

    /// Encodes every member, `null` for missing values.
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
