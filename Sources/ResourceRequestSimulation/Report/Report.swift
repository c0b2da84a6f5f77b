// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Simulation {
  /// The result of a simulation.
  ///
  /// Its encoded form is the JSON that `resource simulate --format json` writes.
  public struct Report: Codable, Sendable, Hashable {
    /// The seed that reproduces it.
    public let seed: UInt64
    /// The totals.
    public let summary: Summary
    /// A row for each second, until the last call has ended.
    public let timeline: [Second]
  }
}

extension Simulation.Report {
  /// The totals of a simulation.
  public struct Summary: Codable, Sendable, Hashable {
    /// The number of calls.
    public let calls: Int
    /// The calls with a 2xx response.
    public let succeeded: Int
    /// The calls with another response, or none.
    public let failed: Int
    /// The requests to servers, including those that servers make themselves.
    public let attempts: Int
    /// The attempts by server address.
    public let perEndpoint: [String: Endpoint]
    /// The latency of successful calls, in milliseconds.
    public let latency: Latency
    /// The failed calls, by code or status.
    public let errors: [String: Int]
    /// The retries, by the outcome of the attempt before: code or status.
    public let retries: [String: Int]
    /// The attempts made while another attempt of their call was in flight.
    public let hedges: Int
  }

  /// The attempts at one server.
  public struct Endpoint: Codable, Sendable, Hashable {
    /// The number of attempts.
    public let attempts: Int
    /// The share of all attempts, from 0 to 1.
    public let share: Double
    /// The attempts that failed, or got a 4xx or 5xx.
    public let errors: Int
  }

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
  }

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
