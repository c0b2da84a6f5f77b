// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The state of a client, for a status page, `resource top`, and monitoring.
///
/// Encode it as JSON, print it for people (``text(columns:)``), or serve it to Prometheus (``prometheusText``). It
/// contains no secrets and no paths of URLs; its size depends on the configuration only.
public struct ClientStatus: Sendable, Hashable, Codable {
  /// The outcomes of configurations that a client received after its first.
  public struct Reloads: Sendable, Hashable, Codable {
    /// The number of configurations taken.
    public var taken = 0
    /// The number of configurations rejected: invalid ones, and those that were tried and rolled back, by the outcome of
    /// calls or by the program.
    public var rejected = 0
    /// Why the last of them was not taken; `nil` once another is taken.
    public var lastRejection: String?
    /// How the last trial of a configuration ended, and why.
    public var lastRollout: String?

    package init() {}
  }

  /// The generation of the configuration.
  public var generation: Int
  /// The configuration's ``ResourceConfiguration/digest``.
  public var configuration: String
  /// The number of calls in flight, with work in the background, such as revalidation.
  public var active: Int
  /// What sends the requests, such as `sockets`; `nil` if the transport does not say.
  public var transport: String?
  /// The transport's open connections, including those of other clients that share it; `nil` if unknown.
  public var connections: OpenConnections?
  /// The outcomes of reloads.
  public var reloads: Reloads
  /// The configuration on trial; `nil` if there is none.
  public var rollout: RolloutStatus?
  /// The destinations of requests: absolute URLs, the gateway, the backend services.
  public var services: [ServiceStatus]
}
