// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a client is doing: for a page of one's own, `resource top`, and those who watch by numbers.
///
/// Encode it as JSON, print it for people (``text(columns:)``), or as Prometheus reads it (``prometheusText``). It holds
/// no secrets and no paths of URLs: its size grows with the configuration and with nothing else.
public struct ClientStatus: Sendable, Hashable, Codable {
  /// How many configurations the client had, the present one included.
  public var generation: Int
  /// The configuration's ``ResourceConfiguration/digest``.
  public var configuration: String
  /// How many calls are under way.
  public var active: Int
  /// Each place requests go to: absolute URLs, the gateway, the backend services.
  public var services: [ServiceStatus]

  package init(generation: Int, configuration: String, active: Int, services: [ServiceStatus]) {
    self.generation = generation
    self.configuration = configuration
    self.active = active
    self.services = services
  }
}
