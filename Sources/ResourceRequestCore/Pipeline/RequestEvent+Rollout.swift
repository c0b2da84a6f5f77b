// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension RequestEvent.Kind {
  /// A configuration is tried with a share of the calls.
  ///
  /// ``RequestEvent/generation`` and ``RequestEvent/configuration`` are those of the new configuration;
  /// ``RequestEvent/message`` has the share and the time.
  public static let rolloutStarted = RequestEvent.Kind(rawValue: "rolloutStarted")
  /// The configuration on trial was taken for all calls; ``RequestEvent/message`` has the reason.
  public static let rolloutTaken = RequestEvent.Kind(rawValue: "rolloutTaken")
  /// The configuration on trial was rolled back, and the previous one applies to all calls again;
  /// ``RequestEvent/message`` has the reason.
  public static let rolledBack = RequestEvent.Kind(rawValue: "rolledBack")
}
