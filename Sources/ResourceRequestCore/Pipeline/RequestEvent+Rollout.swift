// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension RequestEvent.Kind {
  /// Another configuration is tried with a share of the calls: ``RequestEvent/generation`` and
  /// ``RequestEvent/configuration`` are its, ``RequestEvent/message`` says with how many and how long.
  public static let rolloutStarted = RequestEvent.Kind(rawValue: "rolloutStarted")
  /// A configuration that was tried holds for all calls; ``RequestEvent/message`` says why.
  public static let rolloutTaken = RequestEvent.Kind(rawValue: "rolloutTaken")
  /// A configuration that was tried is not taken, and the one before holds for all calls again; ``RequestEvent/message``
  /// says why.
  public static let rolledBack = RequestEvent.Kind(rawValue: "rolledBack")
}
