// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A handler's answer to the challenge of a security check.
public enum SecurityCheckAnswer: Sendable {
  /// Sends the challenge answer to the check.
  case answer(JSON)
  /// Fails the calls that wait for the check.
  case cancel
}
