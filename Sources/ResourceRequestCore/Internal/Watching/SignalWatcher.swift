// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import ResourceRequestPlatform
import Synchronization

/// Runs an action at each signal of a kind, outside of signal handlers, where everything is allowed.
///
/// From its first watcher on, the signal does not end the process any more. No signal after the initializer is missed,
/// whichever thread gets it.
package final class SignalWatcher: Sendable {
  private let number: Int32
  private let ticket: UInt64

  /// Watches until it is released.
  ///
  /// - Parameters:
  ///   - number: the number, such as `SIGHUP`.
  ///   - action: called once after the other, on a queue of its own; signals in quick succession may be one call.
  package init(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
    self.number = number
    ticket = SignalQueue.shared.add(number, action)
  }

  deinit {
    SignalQueue.shared.remove(number, ticket)
  }
}

/// Where the handler writes the numbers of signals.
private let signalPipe = Atomic<Int32>(-1)

/// The queue that runs the actions; it is created with the first watcher, and stays.
///
/// A handler may call next to nothing, so it writes the signal's number into a pipe, whose other end the queue reads.
/// libdispatch's own sources of signals miss one that comes while they are being set up, or to a thread of its choice.
private final class SignalQueue: Sendable {
  static let shared = SignalQueue()

  private struct State {
    var actions: [Int32: [UInt64: @Sendable () -> Void]] = [:]
    var lastTicket: UInt64 = 0
  }

  private let state = Lock(State())
  /// Set once, before any other code has a reference to this.
  private nonisolated(unsafe) var source: (any DispatchSourceRead)?

  private init() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // An interrupted thread must not wait: if the pipe is full, the queue has enough to do.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    signalPipe.store(ends[1], ordering: .releasing)
    let end = ends[0]
    source = DispatchSource.makeReadSource(fileDescriptor: end, queue: DispatchQueue(label: "resource-request.signal"))
    source?.setEventHandler { [self] in
      var number: UInt8 = 0
      while read(end, &number, 1) == 1 { act(Int32(number)) }
    }
    source?.resume()
  }

  func add(_ number: Int32, _ action: @escaping @Sendable () -> Void) -> UInt64 {
    let ticket = state.withLock { state in
      state.lastTicket &+= 1
      state.actions[number, default: [:]][state.lastTicket] = action
      return state.lastTicket
    }
    _ = signal(number) { number in
      let before = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = write(signalPipe.load(ordering: .acquiring), &byte, 1)
      errno = before
    }
    return ticket
  }

  func remove(_ number: Int32, _ ticket: UInt64) {
    state.withLock { $0.actions[number]?[ticket] = nil }
  }

  private func act(_ number: Int32) {
    let actions = state.withLock { $0.actions[number]?.sorted { $0.key < $1.key } ?? [] }
    for (_, action) in actions { action() }
  }
}
