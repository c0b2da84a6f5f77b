// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What is done with a request whose answer was a login.
public enum GatewayChallengeAnswer: Sendable, Hashable {
  /// It is sent again.
  case sendAgain
  /// The answer is the answer after all.
  case accept
  /// It fails.
  case cancel
}
