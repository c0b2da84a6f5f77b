// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How long a test waits for something that must happen, before it fails with a message.
///
/// Nothing is ever timed with it: a test that passes does not get near it.
public enum TimeLimit {
  #if TSAN
    /// Ten seconds, and longer under ThreadSanitizer, which slows everything down.
    public static let standard = Duration.seconds(60)
  #else
    /// Ten seconds, and longer under ThreadSanitizer, which slows everything down.
    public static let standard = Duration.seconds(10)
  #endif
}
