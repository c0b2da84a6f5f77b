// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Makes the C library keep the memory of short-lived chunks.
///
/// glibc returns the end of its heap to the kernel as soon as 128 KiB of it are free, or twice the largest block that
/// was mapped separately and freed. Until there was such a block, the kernel takes back and clears the memory of an
/// upload's chunks again and again: up to 340,000 pages in 4 GiB, a third of the processor time.
package enum HeapThreshold {
  /// Allocates and frees one such block, once.
  package static let raised: Void = {
    let block = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
    block.storeBytes(of: 0, as: UInt8.self)
    block.deallocate()
  }()
}
