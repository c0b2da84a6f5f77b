// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import Synchronization

/// The name of a file that is not whole yet, and goes where a signal ends the process.
struct UnfinishedName {
  private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ]

  /// Where the name that holds after this one is.
  private let before: Int

  /// Says that a file is about to have a name it is not to keep.
  init(_ path: String) {
    // Never changed or freed: a handler may be reading it.
    let name = Int(bitPattern: strdup(path))
    before = unfinished.exchange(name, ordering: .sequentiallyConsistent)
    for number in Self.signals { Self.removeAndEnd(on: number) }
  }

  /// Says that the name is gone, or may stay.
  func end() {
    unfinished.store(before, ordering: .sequentiallyConsistent)
  }

  private static func removeAndEnd(on number: Int32) {
    let before = signal(number) { number in
      // Only what a handler may do: a signal comes in the middle of anything.
      if let name = UnsafePointer<CChar>(bitPattern: unfinished.load(ordering: .sequentiallyConsistent)) {
        unlink(name)
      }
      signal(number, SIG_DFL)
      raise(number)
    }
    // As with nohup, and in the background of a script.
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
  }
}

/// The address of the name, as a string of C; 0 for none.
private let unfinished = Atomic<Int>(0)
