// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform
import Synchronization

/// How many sockets a transport takes, so that the process never runs out of descriptors, and how they are divided.
package struct SocketBudget: Sendable, Hashable {
  /// How many descriptors it divides.
  private let descriptors: Int
  /// The maximum number of exchanges at once, and of connections, both in use and idle.
  package let exchanges: Int
  /// The maximum number of kept connections.
  package let kept: Int
  /// The maximum number of name lookups at once, abandoned ones included: each uses a thread and sockets of the
  /// resolver.
  package let lookups: Int
  /// The exchanges of all transports that have the process's descriptors together; `nil` for a budget of its own.
  private var whole: Int?
  /// What it may have, whatever the others have.
  private var least = 1

  /// Creates the budget of a process that may have this many descriptors open.
  ///
  /// A quarter is left to other uses, lookups and further addresses of hosts get a part, and all the rest is
  /// for connections. An idle one is closed if another needs its place.
  package init(descriptors: Int) {
    self.descriptors = descriptors
    let spare = max(2, descriptors - descriptors / 4)
    lookups = min(64, max(1, descriptors / 32))
    exchanges = max(1, spare - SocketBudget.socketsOfLookup * lookups)
    // More idle connections would be closed for their age before they are used again.
    kept = min(exchanges, 16 << 10)
  }

  /// The budget of each of several loops.
  package func divided(by loops: Int) -> SocketBudget {
    guard loops > 1 else { return self }
    var budget = SocketBudget(descriptors: descriptors / loops)
    (budget.whole, budget.least) = (whole, max(1, least / loops))
    return budget
  }

  /// The sockets of all transports that have the process's descriptors together.
  private static let open = Atomic<Int>(0)

  /// Counts a socket that was opened, or with -1 closed.
  package func note(_ change: Int) {
    if whole != nil { SocketBudget.open.wrappingAdd(change, ordering: .relaxed) }
  }

  /// The most exchanges beside the sockets of other transports, for a loop that has some; a sixteenth of all is left to each.
  package func exchanges(of own: Int) -> Int {
    guard let whole else { return exchanges }
    let others = SocketBudget.open.load(ordering: .relaxed) - own
    return min(exchanges, max(least, whole - others))
  }

  /// The sockets that the C library opens for a lookup, one for each of two queries, and one for another address that
  /// is tried beside the first.
  private static var socketsOfLookup: Int { 3 }

  /// What is left of the process's descriptors to the runtime: libdispatch ends the process where it gets none.
  private static var ofRuntime: Int { 8 }

  /// The budget of this process, by its limit as it is now.
  package static var ofProcess: SocketBudget {
    var limit = rlimit()
    #if canImport(Glibc)
      let code = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      let code = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    let most = code == 0 ? Int(clamping: min(limit.rlim_cur, 1 << 24)) : 256
    var budget = SocketBudget(descriptors: max(8, most - openDescriptors - ofRuntime))
    (budget.whole, budget.least) = (budget.exchanges, max(1, budget.exchanges / 16))
    return budget
  }

  /// What was open when it could first be counted: what transports have opened since is in their budget.
  private static let counted = Lock<Int?>(nil)

  private static var openDescriptors: Int {
    counted.withLock { counted in
      if let counted { return counted }
      // Where not even the folder can be opened, nothing is left.
      guard let folder = opendir("/dev/fd") else { return [EMFILE, ENFILE].contains(errno) ? 1 << 24 : 16 }
      defer { closedir(folder) }
      // Not ".", "..", and the folder itself.
      var count = -3
      while readdir(folder) != nil { count += 1 }
      counted = max(0, count)
      return max(0, count)
    }
  }
}
