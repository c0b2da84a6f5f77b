// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Active health checks: an endpoint that does not answer well is left out before a call finds out.
public struct HealthPolicy: Sendable, Hashable {
  /// The path of a check, from the root of the endpoint, such as `/healthz`.
  public var path: String
  /// How often, while there are calls.
  public var interval: Duration
  /// How long an answer is waited for.
  public var timeout: Duration
  /// How many good answers in a row bring an endpoint back.
  public var healthy: Int
  /// How many bad ones in a row leave it out.
  public var unhealthy: Int
  /// The statuses of a good answer.
  public var expect: Set<Int>
  /// How often, where there was no call for that long.
  public var idleInterval: Duration
  /// Whether checks send the credentials of the service.
  public var sendsCredentials: Bool

  /// Checks of a path.
  public init(
    path: String,
    interval: Duration = .seconds(10),
    timeout: Duration = .seconds(1),
    healthy: Int = 2,
    unhealthy: Int = 3,
    expect: Set<Int> = Set(200...299),
    idleInterval: Duration = .seconds(60),
    sendsCredentials: Bool = false
  ) {
    self.path = path
    self.interval = interval
    self.timeout = timeout
    self.healthy = max(1, healthy)
    self.unhealthy = max(1, unhealthy)
    self.expect = expect
    self.idleInterval = idleInterval
    self.sendsCredentials = sendsCredentials
  }

  /// How long until the next check, after a time without a call.
  func pause(idleFor idle: Duration) -> Duration { idle >= idleInterval ? max(interval, idleInterval) : interval }
}
