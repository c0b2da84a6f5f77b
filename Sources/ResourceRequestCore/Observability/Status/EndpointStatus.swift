// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The state of one endpoint of a service.
public struct EndpointStatus: Sendable, Hashable, Codable {
  /// Whether an endpoint is used.
  public struct State: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Creates a state with a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The name.
    public var description: String { rawValue }

    /// Healthy.
    public static let up = State(rawValue: "up")
    /// Ejected for a while.
    public static let out = State(rawValue: "out")
    /// Unhealthy, until its health checks succeed.
    public static let failing = State(rawValue: "failing")
    /// The next attempts probe whether it is healthy again.
    public static let probing = State(rawValue: "probing")
  }

  /// Its name or address; the service's origin for the base URL itself.
  public var name: String
  /// Whether it is used.
  public var state: State
  /// Why it is not used.
  public var reason: String?
  /// The seconds until it returns.
  public var seconds: Double?
  /// The number of attempts in flight.
  public var active: Int
  /// Its priority: 0 is first.
  public var priority: Int
  /// Its weight within its priority.
  public var weight: Int
  /// The outcomes of attempts.
  public var totals = ServiceStatus.Totals()
  /// The durations of attempts.
  public var latency = ServiceStatus.Latency()
}
