// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How long a test waits for something that must happen, before it fails with a message.
///
/// Nothing is ever timed with it: a test that passes does not get near it.
public enum TimeLimit {
  /// A minute: all tests share one small pool of threads, and on a busy machine those that compute keep the others waiting
  /// for many seconds.
  public static let standard = Duration.seconds(60)
}
