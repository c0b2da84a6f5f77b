// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

internal import CLoop
import ResourceRequestPlatform

/// A descriptor that another thread makes readable: an eventfd on Linux, a pipe elsewhere.
package final class WakeUp: Sendable {
  package let readEnd: Int32
  private let writeEnd: Int32

  package init() throws {
    #if os(Linux)
      readEnd = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
      writeEnd = readEnd
    #else
      var ends: [Int32] = [-1, -1]
      _ = pipe(&ends)
      for end in ends where end >= 0 {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      readEnd = ends[0]
      writeEnd = ends[1]
    #endif
    guard readEnd >= 0 else { throw LoopFailure(step: "a wake-up descriptor", number: errno) }
  }

  deinit {
    close(readEnd)
    if writeEnd != readEnd { close(writeEnd) }
  }

  /// Makes the descriptor readable.
  ///
  /// Eight bytes, as an eventfd wants them; a pipe that is full is readable already. A signal of the system's must not
  /// end the attempt, since nobody else would wake the loop.
  package func signal() {
    var one: UInt64 = 1
    while write(writeEnd, &one, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
  }

  /// Makes the descriptor unreadable again.
  package func acknowledge() {
    var count: UInt64 = 0
    #if os(Linux)
      _ = read(readEnd, &count, MemoryLayout<UInt64>.size)
    #else
      while read(readEnd, &count, MemoryLayout<UInt64>.size) > 0 {}
    #endif
  }
}
