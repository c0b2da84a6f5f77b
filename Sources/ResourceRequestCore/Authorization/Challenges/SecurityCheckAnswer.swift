// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a handler says to a challenge.
public enum SecurityCheckAnswer: Sendable {
  /// What the check wants to know.
  case answer(JSON)
  /// No answer will come: the calls that wait fail.
  case cancel
}
