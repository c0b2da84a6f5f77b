// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What is known of one of the places that serve a service.
public struct EndpointStatus: Sendable, Hashable, Codable {
  /// Whether an endpoint is used.
  public struct State: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The word.
    public let rawValue: String

    /// A state of this name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The word.
    public var description: String { rawValue }

    /// It is used.
    public static let up = State(rawValue: "up")
    /// It is left out for a while.
    public static let out = State(rawValue: "out")
    /// It is left out until its health checks are good.
    public static let failing = State(rawValue: "failing")
    /// The next attempts find out whether it works again.
    public static let probing = State(rawValue: "probing")
  }

  /// Its name or address; the service's origin where the URL says where it is.
  public var name: String
  /// Whether it is used.
  public var state: State
  /// Why it is not.
  public var reason: String?
  /// For how many more seconds it is left out.
  public var seconds: Double?
  /// How many attempts are under way.
  public var active: Int
  /// Whose turn it is: 0 first.
  public var priority: Int
  /// Its share beside the others of its priority.
  public var weight: Int
  /// How attempts there ended.
  public var totals = ServiceStatus.Totals()
  /// How long they took.
  public var latency = ServiceStatus.Latency()

  package init(
    name: String,
    state: State,
    reason: String? = nil,
    seconds: Double? = nil,
    active: Int = 0,
    priority: Int = 0,
    weight: Int = 1
  ) {
    self.name = name
    self.state = state
    self.reason = reason
    self.seconds = seconds
    self.active = active
    self.priority = priority
    self.weight = weight
  }
}
