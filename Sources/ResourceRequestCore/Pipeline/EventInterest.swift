// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which events of a call an observer receives.
public enum EventInterest: Sendable, Hashable, CaseIterable {
  /// No event.
  case none
  /// Failed calls, warnings, and changes of configurations and endpoints: ``RequestEvent/Kind/isNotable``.
  ///
  /// A call that goes well then costs hardly more than one that nobody observes.
  case notable
  /// All events.
  case all
}

extension RequestEvent.Kind {
  /// The names of the notable kinds.
  static let notableNames: Set<String> = [
    "failed", "warning", "reloaded", "reloadRejected", "rolloutStarted", "rolloutTaken", "rolledBack",
    "endpointEjected",
    "endpointReturned",
  ]
}
