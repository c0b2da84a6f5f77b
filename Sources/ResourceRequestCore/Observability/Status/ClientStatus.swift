// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a client is doing: for a page of one's own, `resource top`, and those who watch by numbers.
///
/// Encode it as JSON, print it for people (``text(columns:)``), or as Prometheus reads it (``prometheusText``). It holds
/// no secrets and no paths of URLs: its size grows with the configuration and with nothing else.
public struct ClientStatus: Sendable, Hashable, Codable {
  /// What came of the configurations that a client was given after its first.
  public struct Reloads: Sendable, Hashable, Codable {
    /// Those that were taken.
    public var taken = 0
    /// Those that were of no use.
    public var rejected = 0
    /// What was wrong with the last one; `nil` once another is taken.
    public var lastRejection: String?
    /// How the last trial of a configuration ended, and why.
    public var lastRollout: String?

    package init() {}
  }

  /// How many configurations the client had, the present one included.
  public var generation: Int
  /// The configuration's ``ResourceConfiguration/digest``.
  public var configuration: String
  /// How many calls are under way.
  public var active: Int
  /// How many connections the transport has open, those of other clients that share it included; `nil` where it does not
  /// know.
  public var connections: OpenConnections?
  /// What came of the configurations it was given.
  public var reloads: Reloads
  /// The configuration that is tried with a share of the calls; `nil` where none is.
  public var rollout: RolloutStatus?
  /// Each place requests go to: absolute URLs, the gateway, the backend services.
  public var services: [ServiceStatus]

  package init(
    generation: Int,
    configuration: String,
    active: Int,
    services: [ServiceStatus],
    reloads: Reloads = Reloads()
  ) {
    self.generation = generation
    self.configuration = configuration
    self.active = active
    self.services = services
    self.reloads = reloads
  }
}
