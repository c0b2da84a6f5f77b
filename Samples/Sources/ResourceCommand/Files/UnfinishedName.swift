// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import Synchronization

/// The name of an incomplete file, which is removed if a signal ends the process.
struct UnfinishedName {
  private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ]

  /// The address of the previous name, which becomes current again after this one.
  private let before: Int

  /// Registers the name of a file that is about to be created.
  init(_ path: String) {
    // Never changed or freed: a signal handler may be reading it.
    let name = Int(bitPattern: strdup(path))
    before = unfinished.exchange(name, ordering: .sequentiallyConsistent)
    for number in Self.signals { Self.removeAndEnd(on: number) }
  }

  /// Unregisters the name: the file is removed or complete.
  func end() {
    unfinished.store(before, ordering: .sequentiallyConsistent)
  }

  private static func removeAndEnd(on number: Int32) {
    let before = signal(number) { number in
      // Calls only what is safe in a signal handler, which may interrupt any code.
      if let name = UnsafePointer<CChar>(bitPattern: unfinished.load(ordering: .sequentiallyConsistent)) {
        unlink(name)
      }
      signal(number, SIG_DFL)
      raise(number)
    }
    // A signal that was ignored stays ignored, as under nohup or in the background of a script.
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
  }
}

/// The address of the current name, as a C string; 0 for none.
private let unfinished = Atomic<Int>(0)
