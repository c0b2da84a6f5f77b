// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Counts the responses in flight, for a server that is about to stop.
actor AnswersUnderWay {
  private var count = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func begin() {
    count += 1
  }

  func end() {
    count -= 1
    if count == 0 { giveUp() }
  }

  /// Waits until none is in flight, or until the wait is cancelled.
  func wait() async {
    guard count > 0 else { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  /// Resumes all waiters.
  func giveUp() {
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}
