// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One time a request went out, or tried to.
public struct Attempt: Sendable, Hashable {
  /// How far an attempt came.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Waiting for its turn.
    case queued
    /// Looking up the name, connecting, agreeing on TLS.
    case connecting
    /// Sending, or waiting for the first byte of the answer.
    case sent
    /// Taking in the answer.
    case receiving
  }

  /// Where it went.
  public let origin: Origin
  /// How far it came.
  public let phase: Phase
  /// How long it took.
  public let duration: Duration
  /// What ended it.
  public let reason: ResourceError.Code

  package init(origin: Origin, phase: Phase, duration: Duration, reason: ResourceError.Code) {
    self.origin = origin
    self.phase = phase
    self.duration = duration
    self.reason = reason
  }
}
