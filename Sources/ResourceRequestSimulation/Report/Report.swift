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
}
