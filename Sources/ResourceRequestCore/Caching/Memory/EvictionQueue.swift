// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides what to keep within a limit of bytes: S3-FIFO, with three first-in-first-out queues (Yang et al., "FIFO
/// queues are all you need for cache eviction", SOSP 2023).
///
/// New entries are in a small queue, a tenth of the bytes. An entry that is used there moves to the main queue; one
/// that is not is evicted, and its key is remembered for a while, so that it enters the main queue if it returns soon.
/// So entries that are used once do not evict frequently used ones, and a use only increments a counter.
struct EvictionQueue<Key: Hashable, Value> {
  private final class Node {
    let key: Key
    /// `nil` once it is removed: its place in a queue may stay for long, and must not retain the value.
    var value: Value?
    var cost: Int
    /// How often it was used since it last moved, at most 3.
    var uses: UInt8 = 0
    var isMain: Bool
    /// Whether it was removed; its place is still in its queue.
    var isGone: Bool { value == nil }

    init(_ key: Key, _ value: Value, cost: Int, isMain: Bool) {
      self.key = key
      self.value = value
      self.cost = cost
      self.isMain = isMain
    }
  }

  /// A first-in-first-out queue with places of removed entries.
  private struct Line {
    var nodes: [Node] = []
    var first = 0
    var bytes = 0

    mutating func append(_ node: Node) {
      nodes.append(node)
      bytes += node.cost
    }

    /// Removes the oldest entry.
    mutating func pop() -> Node? {
      while first < nodes.count {
        let node = nodes[first]
        first += 1
        if first > 64, first * 2 > nodes.count {
          nodes.removeFirst(first)
          first = 0
        }
        if node.isGone { continue }
        bytes -= node.cost
        return node
      }
      nodes.removeAll(keepingCapacity: true)
      first = 0
      return nil
    }

    /// Drops the places of removed entries, once they are more than half.
    mutating func tidy(living: Int) {
      guard nodes.count - first > 2 * living + 64 else { return }
      nodes = nodes[first...].filter { !$0.isGone }
      first = 0
    }
  }

  let limit: Int
  private var nodes: [Key: Node] = [:]
  private var small = Line()
  private var main = Line()
  /// The keys recently evicted from the small queue.
  private var ghosts = GhostTable()
  private let ghost: (Key) -> Int
  /// Cost that is taken by others and counts against the limit.
  private(set) var reserved = 0
  /// The evicted keys that were not reported yet.
  private var evicted: [Key] = []

  /// Creates a queue with a limit of total cost.
  ///
  /// - Parameters:
  ///   - limit: the limit.
  ///   - ghost: the hash of a key by which it is remembered, which decides what is forgotten early: the same in every
  ///     process where what is evicted is to be.
  init(limit: Int, ghost: @escaping (Key) -> Int = \.hashValue) {
    self.limit = max(0, limit)
    self.ghost = ghost
  }

  var count: Int { nodes.count }
  var cost: Int { small.bytes + main.bytes }
  var keys: [Key] { Array(nodes.keys) }

  /// The value of a key; counts as a use.
  func use(_ key: Key) -> Value? {
    guard let node = nodes[key] else { return nil }
    if node.uses < 3 { node.uses += 1 }
    return node.value
  }

  /// The value of a key; does not count as a use.
  func peek(_ key: Key) -> Value? { nodes[key]?.value }

  /// Sets the value of a key, and evicts others.
  ///
  /// - Returns: whether it was stored; a value above the limit is not.
  @discardableResult
  mutating func put(_ value: Value, for key: Key, cost: Int) -> Bool {
    guard cost <= limit else {
      remove(key)
      return false
    }
    let node: Node
    if let old = nodes[key] {
      node = old
      if node.isMain { main.bytes += cost - node.cost } else { small.bytes += cost - node.cost }
      node.value = value
      node.cost = cost
    } else {
      node = Node(key, value, cost: cost, isMain: ghosts.take(ghost(key)))
      nodes[key] = node
      if node.isMain { main.append(node) } else { small.append(node) }
    }
    makeRoom()
    return !node.isGone
  }

  /// Changes the cost that others take, and evicts values for it.
  mutating func reserve(_ change: Int) {
    reserved += change
    makeRoom()
  }

  private mutating func makeRoom() {
    while cost > 0, cost + reserved > limit {
      if small.bytes > limit / 10 || main.bytes == 0 { evictSmall() } else { evictMain() }
    }
  }

  /// An evicted key that was not reported yet; `nil` if there is none.
  mutating func takeEvicted() -> Key? { evicted.popLast() }

  /// Removes a key.
  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    guard let node = nodes.removeValue(forKey: key) else { return nil }
    let value = node.value
    node.value = nil
    if node.isMain { main.bytes -= node.cost } else { small.bytes -= node.cost }
    small.tidy(living: nodes.count)
    main.tidy(living: nodes.count)
    return value
  }

  private mutating func evictSmall() {
    while let node = small.pop() {
      if node.uses > 0 {
        node.isMain = true
        node.uses = 0
        main.append(node)
        if small.bytes <= limit / 10, main.bytes > 0 { return }
        continue
      }
      nodes[node.key] = nil
      node.value = nil
      evicted.append(node.key)
      // As many steps as there are values, for each of which one entry might have stayed.
      ghosts.add(ghost(node.key), keeping: nodes.count)
      return
    }
    evictMain()
  }

  private mutating func evictMain() {
    while let node = main.pop() {
      guard node.uses > 0 else {
        nodes[node.key] = nil
        node.value = nil
        evicted.append(node.key)
        return
      }
      node.uses -= 1
      main.append(node)
    }
  }
}
