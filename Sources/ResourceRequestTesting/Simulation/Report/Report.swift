// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Simulation {
  /// What happened in a simulation.
  ///
  /// Its coded form is the JSON that `resource simulate --format json` writes.
  public struct Report: Codable, Sendable, Hashable {
    /// The seed it can be had again with.
    public let seed: UInt64
    /// All of it together.
    public let summary: Summary
    /// One row a second, until the last call has ended.
    public let timeline: [Second]
  }
}

extension Simulation.Report {
  /// A whole simulation in numbers.
  public struct Summary: Codable, Sendable, Hashable {
    /// How many calls were made.
    public let calls: Int
    /// How many of them brought a response of 2xx.
    public let succeeded: Int
    /// How many brought another one, or none.
    public let failed: Int
    /// How many requests went to servers: those that servers make themselves included.
    public let attempts: Int
    /// Where they went, by the addresses of the servers.
    public let perEndpoint: [String: Endpoint]
    /// How long the calls took that succeeded, in milliseconds.
    public let latency: Latency
    /// Why calls failed: how many by code, or by status.
    public let errors: [String: Int]
    /// How many attempts were made again, by how the attempt before ended: code, or status.
    public let retries: [String: Int]
    /// How many attempts were made while another one of their call was in flight.
    public let hedges: Int
  }

  /// What one server got.
  public struct Endpoint: Codable, Sendable, Hashable {
    /// How many attempts.
    public let attempts: Int
    /// Which part of all attempts, from 0 to 1.
    public let share: Double
    /// How many of them failed, or were answered with 4xx or 5xx.
    public let errors: Int
  }
}
