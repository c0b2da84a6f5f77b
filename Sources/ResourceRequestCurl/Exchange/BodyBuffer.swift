// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The body of a response while it comes in.
///
/// Its memory becomes the memory of the `Data`, so no byte is copied twice.
struct BodyBuffer: ~Copyable {
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0
  private(set) var count = 0

  init() {}

  deinit {
    free(memory)
  }

  /// Makes room for a body of a length that was announced.
  ///
  /// What a peer announces is not believed beyond a megabyte before it comes.
  mutating func expect(_ length: Int) {
    if length > capacity { _ = grow(to: min(length, 1 << 20)) }
  }

  /// Adds bytes; `false` where there is no memory for them.
  mutating func append(_ bytes: UnsafeRawBufferPointer, announced: Int) -> Bool {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return true }
    let needed = count + bytes.count
    if needed > capacity {
      // A body that keeps coming is given what it announced, at once: the kernel gives the memory as it is filled. One
      // that announced nothing is given twice what it had.
      let next = announced >= needed && capacity > 0 ? announced : max(needed, capacity * 2)
      guard grow(to: next) || grow(to: needed) else { return false }
    }
    memory?.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
    count = needed
    return true
  }

  /// The bytes.
  ///
  /// The buffer is empty afterwards.
  mutating func take() -> Data {
    guard let memory, count > 0 else {
      reset()
      return Data()
    }
    // What was reserved in vain is given back, where it is worth the call.
    let kept = capacity - count > 4096 ? realloc(memory, count) ?? memory : memory
    let data = Data(bytesNoCopy: kept, count: count, deallocator: .free)
    self.memory = nil
    capacity = 0
    count = 0
    return data
  }

  /// Throws the bytes away.
  mutating func reset() {
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

  /// Moves what there is of a large body to memory in pages of 2 MiB, where the kernel has them; `nil` where it is better
  /// left where it is.
  ///
  /// The kernel gives memory page by page, at the first touch of each, which for a body of many megabytes costs as much as
  /// copying the bytes. It has large pages only for memory that begins and ends with one, and breaks them up again where
  /// `realloc` has to move them.
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
