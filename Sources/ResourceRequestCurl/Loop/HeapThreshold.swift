// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Lets the C library keep the memory of chunks that come and go.
///
/// glibc gives the end of its heap back to the kernel as soon as 128 KiB of it are free, or twice the largest block that
/// was mapped by itself and freed. Until there was one, the chunks of an upload, which come and go by more than that, are
/// memory that the kernel takes back and clears again and again: up to 340,000 pages in 4 GiB, a third of the processor
/// time.
enum HeapThreshold {
  /// Gives one such block back, once.
  static let raised: Void = {
    let block = UnsafeMutableRawPointer.allocate(byteCount: 1 << 20, alignment: 16)
    block.storeBytes(of: 0, as: UInt8.self)
    block.deallocate()
  }()
}
