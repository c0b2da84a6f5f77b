// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import Synchronization

/// The name of an incomplete file, which is removed if a signal ends the process.
struct UnfinishedName {
  private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ]

  /// A name in the list of all, which downloads side by side add to.
  ///
  /// Never freed: a signal handler may be reading it.
  fileprivate struct Entry: ~Copyable {
    /// The address of a C string; 0 once the file is removed or complete.
    let name: Atomic<Int>
    /// The address of the entry before it; 0 for none.
    var next: Int
  }

  private let entry: UnsafeMutablePointer<Entry>

  /// Registers the name of a file that is about to be created.
  init(_ path: String) {
    entry = .allocate(capacity: 1)
    var before = unfinished.load(ordering: .sequentiallyConsistent)
    entry.initialize(to: Entry(name: Atomic(Int(bitPattern: strdup(path))), next: before))
    while true {
      let own = Int(bitPattern: entry)
      let (isAdded, latest) = unfinished.compareExchange(
        expected: before,
        desired: own,
        ordering: .sequentiallyConsistent
      )
      if isAdded { break }
      before = latest
      entry.pointee.next = latest
    }
    for number in Self.signals { Self.removeAndEnd(on: number) }
  }

  /// Unregisters the name: the file is removed or complete.
  func end() {
    entry.pointee.name.store(0, ordering: .sequentiallyConsistent)
  }

  private static func removeAndEnd(on number: Int32) {
    let before = signal(number) { number in
      // Calls only what is safe in a signal handler, which may interrupt any code.
      var address = unfinished.load(ordering: .sequentiallyConsistent)
      while let entry = UnsafeMutablePointer<Entry>(bitPattern: address) {
        if let name = UnsafePointer<CChar>(bitPattern: entry.pointee.name.load(ordering: .sequentiallyConsistent)) {
          unlink(name)
        }
        address = entry.pointee.next
      }
      signal(number, SIG_DFL)
      raise(number)
    }
    // A signal that was ignored stays ignored, as under nohup or in the background of a script.
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
  }
}

/// The address of the latest entry; 0 for none.
private let unfinished = Atomic<Int>(0)
