// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How long a test waits for an event that must happen, before it fails with a message.
///
/// It is never used to measure time: a passing test does not come near it.
public enum TimeLimit {
  /// A minute: all tests share one small thread pool, and on a busy machine those that compute delay the others by many
  /// seconds.
  public static let standard = Duration.seconds(60)
}
