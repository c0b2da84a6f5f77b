// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Distinguishes one state of a file from the next; checking it costs one system call.
///
/// Links are followed, so that it changes if a link is redirected, as Kubernetes does with a mounted secret.
struct FileMark: Sendable, Hashable {
  private let device: UInt64
  private let file: UInt64
  private let size: Int64
  private let changed: Duration
  /// When anything of it changed, its permissions too.
  private let touched: Duration

  /// The mark of a file now; `nil` if it cannot be read.
  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: facts.st_dev)
    file = UInt64(truncatingIfNeeded: facts.st_ino)
    size = Int64(facts.st_size)
    changed = facts.lastChange
    touched = facts.lastTouch
  }

  /// Whether the file was written within the last second, so that its writer may not be done.
  ///
  /// Another machine's clock may be ahead by up to a minute; beyond that it is not waited for.
  var isFresh: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    // As times and not as a number: a file's may be any.
    let age = now.duration - changed
    return (.seconds(-60)..<Duration.seconds(1)).contains(age)
  }
}

extension stat {
  #if canImport(Darwin)
    /// When the file was last written.
    var writeTime: timespec { st_mtimespec }
    /// When anything of it changed, its permissions too, since 1970.
    fileprivate var lastTouch: Duration { st_ctimespec.duration }
  #else
    /// When the file was last written.
    var writeTime: timespec { st_mtim }
    /// When anything of it changed, its permissions too, since 1970.
    fileprivate var lastTouch: Duration { st_ctim.duration }
  #endif

  /// When the file was last written, since 1970.
  var lastChange: Duration { writeTime.duration }
}

extension timespec {
  fileprivate var duration: Duration { .seconds(tv_sec) + .nanoseconds(tv_nsec) }
}
