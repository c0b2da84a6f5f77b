// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  /// Bytes that wait to be written: appended at the back, dropped from the front.
  ///
  /// An empty queue has no memory: a connection that waits for its response holds nothing of its request. It belongs to one
  /// thread and calls no other code, so exclusivity of access is not checked.
  final class ByteQueue {
    /// The least memory: room for most heads, and of a size that is quickly had and given back.
    private static var leastCapacity: Int { 1 << 10 }

    @exclusivity(unchecked) private var memory: UnsafeMutableRawPointer?
    @exclusivity(unchecked) private var capacity = 0
    @exclusivity(unchecked) private var start = 0
    @exclusivity(unchecked) private var end = 0

    deinit { memory?.deallocate() }

    var count: Int { end - start }
    var isEmpty: Bool { end == start }

    /// The waiting bytes, valid until the queue changes.
    var bytes: UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: memory.map { UnsafeRawPointer($0 + start) }, count: count)
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
      guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
      place(for: bytes.count).copyMemory(from: source, byteCount: bytes.count)
      end += bytes.count
    }

    /// Appends up to `count` bytes that `fill` writes; it returns how many it has written.
    func append(upTo count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int) {
      let space = UnsafeMutableRawBufferPointer(start: place(for: count), count: count)
      end += min(max(fill(space), 0), count)
    }

    /// Makes room for so many bytes at once.
    func reserve(_ count: Int) { _ = place(for: count) }

    func drop(_ count: Int) {
      start += min(count, self.count)
      guard start == end else { return }
      (start, end) = (0, 0)
      memory?.deallocate()
      (memory, capacity) = (nil, 0)
    }

    /// The place after the last byte, with room for `count` more.
    private func place(for count: Int) -> UnsafeMutableRawPointer {
      if let memory, capacity - end >= count { return memory + end }
      let length = self.count
      // Moving to the front is cheap as long as at least half of the memory is free; else it grows by doubling.
      if let memory, capacity - length >= count, length <= capacity / 2 {
        memory.copyMemory(from: memory + start, byteCount: length)
        (start, end) = (0, length)
        return memory + length
      }
      let larger = max(capacity * 2, length + count, ByteQueue.leastCapacity)
      let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
      if let memory {
        moved.copyMemory(from: memory + start, byteCount: length)
        memory.deallocate()
      }
      (memory, capacity, start, end) = (moved, larger, 0, length)
      return moved + length
    }
  }
#endif
