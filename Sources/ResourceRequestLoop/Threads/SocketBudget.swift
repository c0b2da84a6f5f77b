// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
  /// The most addresses that are tried at once beside those libcurl tries.
  package let racers: Int
  /// How many exchanges of one origin run on a multi handle before they get another.
  package let share: Int

  /// Creates the budget of a process that may have this many descriptors open.
  ///
  /// A quarter is left to other uses, lookups and further addresses get a part, and all the rest is for connections.
  /// An idle one is closed if another needs its place.
  ///
  /// The standard share is the number of streams that libcurl allows on one HTTP/2 connection. So several handles
  /// open no more connections than one.
  package init(descriptors: Int, share: Int = 100) {
    self.descriptors = descriptors
    self.share = share
    let spare = max(2, descriptors - descriptors / 4)
    lookups = min(64, max(1, descriptors / 32))
    racers = min(64, max(1, descriptors / 32))
    exchanges = max(1, spare - SocketBudget.socketsOfLookup * lookups - racers)
    // More idle connections would be closed for their age before they are used again.
    kept = min(exchanges, 16 << 10)
  }

  /// The budget of each of several loops.
  package func divided(by loops: Int) -> SocketBudget {
    loops == 1 ? self : SocketBudget(descriptors: descriptors / loops, share: share)
  }

  /// The sockets that the C library opens for a lookup: one for each query, two queries at once.
  private static var socketsOfLookup: Int { 2 }

  /// How many multi handles there may be beside the first: each has a share of the connections, and the first no less.
  package var mostAnnexes: Int { max(1, kept / share) - 1 }

  /// The maximum number of connections of the first multi handle beside this many others.
  package func connectionsOfFirst(annexes: Int) -> Int { max(1, exchanges - annexes * share) }

  /// The budget of this process, by its limit as it is now.
  package static var ofProcess: SocketBudget {
    var limit = rlimit()
    #if canImport(Glibc)
      let code = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      let code = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    return SocketBudget(descriptors: code == 0 ? Int(clamping: min(limit.rlim_cur, 1 << 24)) : 256)
  }
}
