// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import Synchronization

/// Signals that arrive as elements of a stream instead of ending the process; the second of a kind ends it.
///
/// A signal handler may call next to nothing, so it writes the signal's number into a pipe, which a dispatch source reads.
/// A dispatch source of signals would lose one that arrives while it is set up, or on a thread that is about to end.
///
/// A program needs one: the latest gets all signals. Its pipe stays open, since a handler may be writing into it.
public struct CaughtSignals: Sendable {
  /// The numbers of the signals, in order of arrival.
  public let arrivals: AsyncStream<Int32>

  /// Catches signals from here on; without a free descriptor they end the process as before.
  public init(_ numbers: [Int32]) {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Int32.self)
    self.arrivals = arrivals
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // An interrupted thread must not wait.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let end = ends[0]
    signalPipe.store(ends[1], ordering: .releasing)
    // Other threads only cancel it, which any thread may do.
    nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: end, queue: .global())
    source.setEventHandler {
      var number: UInt8 = 0
      while read(end, &number, 1) == 1 { arrival.yield(Int32(number)) }
    }
    // The source lives as long as the stream has a reader.
    arrival.onTermination = { _ in source.cancel() }
    source.activate()
    for number in numbers {
      signal(number) { number in
        let before = errno
        signal(number, SIG_DFL)
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(signalPipe.load(ordering: .acquiring), &byte, 1)
        errno = before
      }
    }
  }
}

/// Where the handler writes the numbers of signals.
private let signalPipe = Atomic<Int32>(-1)
