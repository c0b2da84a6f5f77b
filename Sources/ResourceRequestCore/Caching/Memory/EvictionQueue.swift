// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What is kept of so many bytes: S3-FIFO, three queues first in, first out (Yang et al., "FIFO queues are all you need for
/// cache eviction", SOSP 2023).
///
/// What is new stands in a small queue, a tenth of the bytes. What was used there moves on to the main queue; what was not
/// goes, and only its key is remembered for a while, so that whoever comes back soon enters the main queue. So what is
/// asked for once does not push out what is asked for often, and a use changes one counter.
struct EvictionQueue<Key: Hashable, Value> {
  private final class Node {
    let key: Key
    /// `nil` once it is taken out: its place in a queue may stay for long, and must not hold what it held.
    var value: Value?
    var cost: Int
    /// How often it was used since it last moved, 3 at most.
    var uses: UInt8 = 0
    var isMain: Bool
    /// It was taken out, and stands in its queue still.
    var isGone: Bool { value == nil }

    init(_ key: Key, _ value: Value, cost: Int, isMain: Bool) {
      self.key = key
      self.value = value
      self.cost = cost
      self.isMain = isMain
    }
  }

  /// First in, first out, with places that nobody stands in any more.
  private struct Line {
    var nodes: [Node] = []
    var first = 0
    var bytes = 0

    mutating func append(_ node: Node) {
      nodes.append(node)
      bytes += node.cost
    }

    /// Takes out the one that stands there longest.
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

    /// Forgets the places of those that are gone, once they are more than half of them.
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
  /// The keys that went from the small queue lately.
  private var ghosts = GhostTable()
  /// The keys that made room for others, until they are asked for.
  private var evicted: [Key] = []

  /// A queue that holds values of so much cost together.
  init(limit: Int) {
    self.limit = max(0, limit)
  }

  var count: Int { nodes.count }
  var cost: Int { small.bytes + main.bytes }
  var keys: [Key] { Array(nodes.keys) }

  /// The value of a key, which counts as a use.
  func use(_ key: Key) -> Value? {
    guard let node = nodes[key] else { return nil }
    if node.uses < 3 { node.uses += 1 }
    return node.value
  }

  /// The value of a key, which counts as none.
  func peek(_ key: Key) -> Value? { nodes[key]?.value }

  /// Puts a value in the place of a key's, and makes room.
  ///
  /// - Returns: whether it is in; what costs more than all the room is not.
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
      node = Node(key, value, cost: cost, isMain: ghosts.take(key.hashValue))
      nodes[key] = node
      if node.isMain { main.append(node) } else { small.append(node) }
    }
    while self.cost > limit { evict() }
    return !node.isGone
  }

  /// A key that made room for others, and was not told yet; `nil` where there is none.
  mutating func takeEvicted() -> Key? { evicted.popLast() }

  /// Takes a key out.
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

  private mutating func evict() {
    if small.bytes > limit / 10 || main.bytes == 0 { evictSmall() } else { evictMain() }
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
      // As many as there are values, for each of which one might have stayed.
      ghosts.add(node.key.hashValue, keeping: nodes.count)
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
