// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A stack whose top part can be moved out as an array of exactly its size.
///
/// The reader builds every array and object with it: elements are written once and moved once, and no array grows by
/// doubling. It owns raw memory; `deinit` frees it and destroys remaining elements.
struct MoveStack<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity = 32
  private(set) var count = 0

  init() {
    base = .allocate(capacity: 32)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  @inline(__always)
  mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Replaces the top; nothing happens on an empty stack.
  @inline(__always)
  mutating func withTop(_ body: (inout Element) -> Void) {
    guard count > 0 else { return }
    body(&base[count - 1])
  }

  var top: Element? {
    count > 0 ? base[count - 1] : nil
  }

  mutating func pop() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return (base + count).move()
  }

  /// Moves everything above the lowest `start` elements out.
  @inline(__always)
  mutating func popArray(from start: Int) -> [Element] {
    let moved = count - start
    guard moved > 0 else { return [] }
    count = start
    let source = base + start
    return Array(unsafeUninitializedCapacity: moved) { buffer, initialized in
      buffer.baseAddress?.moveInitialize(from: source, count: moved)
      initialized = moved
    }
  }

  /// Lends the elements above the lowest `start`.
  @inline(__always)
  func withElements<Result>(from start: Int, _ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: base + start, count: count - start))
  }

  /// Drops everything above the lowest `start` elements.
  mutating func truncate(to start: Int) {
    guard start < count else { return }
    (base + start).deinitialize(count: count - start)
    count = start
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
