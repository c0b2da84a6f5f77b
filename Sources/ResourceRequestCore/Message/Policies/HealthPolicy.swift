// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Active health checks, which eject an unhealthy endpoint before a call reaches it.
public struct HealthPolicy: Sendable, Hashable {
  /// The path of the check, from the root of the endpoint, such as `/healthz`.
  public var path: String
  /// The interval while there are calls.
  public var interval: Duration
  /// The timeout of a check.
  public var timeout: Duration
  /// How many successful checks in a row make an endpoint healthy.
  public var healthy: Int
  /// How many failed checks in a row make it unhealthy.
  public var unhealthy: Int
  /// The statuses of a successful check.
  public var expect: Set<Int>
  /// The interval once there has been no call for this long; ``interval``, if that is longer.
  public var idleInterval: Duration
  /// Whether checks send the service's credentials.
  public var sendsCredentials: Bool

  /// Creates health checks of a path.
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

  /// The time until the next check, given the time since the last call.
  ///
  /// Never nothing, which would be a check after the other without an end.
  func pause(idleFor idle: Duration) -> Duration {
    max(.milliseconds(1), (idle >= idleInterval ? max(interval, idleInterval) : interval).clamped)
  }
}
