// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Tracks which names are being looked up, which exchanges wait for which, and which lookups wait for their turn.
///
/// A lookup cannot be stopped: it continues, and occupies a thread, without waiters too. So there is a fixed maximum of
/// lookups, and queued ones without waiters are dropped. An exchange that asks for a name whose lookup is in flight
/// waits for that lookup. Pure: the caller starts the lookups that it returns.
package struct NameLookups<Waiter: LineEntry> {
  private final class Lookup: LineEntry {
    let name: String
    var linePosition = -1
    var isRunning = false
    var waiters = WaitingLine<Waiter>()

    init(_ name: String) { self.name = name }
  }

  /// The most at once.
  private let most: Int
  private var running = 0
  private var lookups: [String: Lookup] = [:]
  private var line = WaitingLine<Lookup>()

  package init(most: Int) {
    self.most = max(1, most)
  }

  /// How many names run or wait for their turn.
  package var count: Int { lookups.count }

  /// Adds a waiter for a name.
  ///
  /// - Returns: whether its lookup is to be started now.
  package mutating func wait(_ waiter: Waiter, for name: String) -> Bool {
    let lookup = lookups[name] ?? Lookup(name)
    lookup.waiters.append(waiter)
    guard lookups.updateValue(lookup, forKey: name) == nil else { return false }
    guard running < most else {
      line.append(lookup)
      return false
    }
    running += 1
    lookup.isRunning = true
    return true
  }

  /// Removes a waiter.
  package mutating func left(_ waiter: Waiter, _ name: String) {
    guard let lookup = lookups[name] else { return }
    lookup.waiters.remove(waiter)
    guard lookup.waiters.isEmpty, !lookup.isRunning else { return }
    line.remove(lookup)
    lookups[name] = nil
  }

  /// Takes note that a lookup has ended.
  ///
  /// - Returns: its waiters, and the name whose lookup is to be started now.
  package mutating func ended(_ name: String) -> (waiters: [Waiter], next: String?) {
    guard let lookup = lookups.removeValue(forKey: name) else { return ([], nil) }
    running -= 1
    let next = line.takeFirst()
    if let next {
      running += 1
      next.isRunning = true
    }
    return (lookup.waiters.takeAll(), next?.name)
  }
}
