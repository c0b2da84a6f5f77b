// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// The signals that ask a process to end: SIGTERM from its supervisor, SIGINT from the keyboard.
public struct TerminationSignal: Sendable {
  private let signals: CaughtSignals

  /// Catches these signals from here on: the first one does not end the process, the second of its kind does.
  public init() { signals = CaughtSignals([SIGTERM, SIGINT]) }

  /// Waits for the first of these signals since the initializer.
  public func wait() async {
    for await _ in signals.arrivals { return }
  }
}
