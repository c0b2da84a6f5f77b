// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A handler's decision on a request whose response asked for a login.
public enum GatewayChallengeDecision: Sendable, Hashable {
  /// Sends the request again.
  case sendAgain
  /// Returns the response to the caller as it is.
  case accept
  /// Fails the request.
  case cancel
}
