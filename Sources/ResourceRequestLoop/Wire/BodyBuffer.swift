// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// The buffer of a response's body.
///
/// Its memory becomes that of the `Data`, so that no byte is copied twice.
package struct BodyBuffer: ~Copyable {
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  package private(set) var count = 0

  package init() {}

  deinit {
    free(memory)
  }

  /// Reserves memory for an announced length.
  ///
  /// At most a megabyte is reserved before bytes arrive, since the peer may lie.
  package mutating func expect(_ length: Int) {
    if length > capacity { _ = grow(to: min(length, 1 << 20)) }
  }

  /// Appends bytes; `false` if there is no memory.
  package mutating func append(_ bytes: UnsafeRawBufferPointer, announced: Int) -> Bool {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return true }
    let needed = count + bytes.count
    if needed > capacity {
      // Beyond the first megabyte the announced length is reserved at once, since the kernel allocates pages as they
      // are written. Without an announced length the capacity is doubled.
      let next = announced >= needed && capacity > 0 ? announced : max(needed, capacity * 2)
      guard grow(to: next) || grow(to: needed) else { return false }
    }
    memory?.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
    count = needed
    return true
  }

  /// Room for at least one and at most this many more bytes, to be written to by somebody else; `nil` without memory.
  package mutating func room(_ most: Int, announced: Int) -> UnsafeMutableRawBufferPointer? {
    guard most > 0 else { return nil }
    if count == capacity {
      let next = announced > count && capacity > 0 ? announced : max(count + min(most, 64 << 10), capacity * 2)
      guard grow(to: next) else { return nil }
    }
    return memory.map { UnsafeMutableRawBufferPointer(start: $0 + count, count: min(most, capacity - count)) }
  }

  /// Somebody else has written this many bytes to the room.
  package mutating func filled(_ more: Int) { count += more }

  /// Returns the bytes and empties the buffer.
  package mutating func take() -> Data {
    guard let memory, count > 0 else {
      reset()
      return Data()
    }
    // Returns unused reserved memory, if it is worth the call.
    let kept = capacity - count > 4096 ? realloc(memory, count) ?? memory : memory
    let data = Data(bytesNoCopy: kept, count: count, deallocator: .free)
    self.memory = nil
    capacity = 0
    count = 0
    return data
  }

  /// Throws the bytes away.
  package mutating func reset() {
    free(memory)
    memory = nil
    capacity = 0
    count = 0
  }

  private mutating func grow(to size: Int) -> Bool {
    guard let larger = inLargePages(size) ?? realloc(memory, size) else { return false }
    memory = larger
    capacity = size
    return true
  }

  /// Moves the content of a large body to memory in pages of 2 MiB, if the kernel has them; `nil` if it should stay
  /// where it is.
  ///
  /// The kernel allocates memory page by page, at the first access to each, which for a body of many megabytes costs as
  /// much as copying the bytes. It uses large pages only for memory that begins and ends at their boundaries, and
  /// breaks them up again when `realloc` has to move them.
  private mutating func inLargePages(_ size: Int) -> UnsafeMutableRawPointer? {
    #if os(Linux)
      guard size >= 8 << 20, count <= size / 8 else { return nil }
      var moved: UnsafeMutableRawPointer?
      guard posix_memalign(&moved, 2 << 20, size) == 0, let moved else { return nil }
      madvise(moved, size, MADV_HUGEPAGE)
      if let memory { moved.copyMemory(from: memory, byteCount: count) }
      free(memory)
      return moved
    #else
      return nil
    #endif
  }
}
