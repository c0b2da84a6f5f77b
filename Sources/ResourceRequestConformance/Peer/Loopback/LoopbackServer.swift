// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import ResourceRequestCore
import ResourceRequestPlatform

/// A server on the loopback interface, on a thread that ends with its last reference or when it is stopped.
package final class LoopbackServer: ConformanceServer {
  package let authority: String
  private let journal: ConformanceJournal
  /// The descriptor that ends the thread; `nil` once it was used.
  private let ending: Lock<Int32?>
  private let over = DispatchGroup()
  private static let own = DispatchSpecificKey<ObjectIdentifier>()

  /// Starts a server on a free port of 127.0.0.1.
  ///
  /// - Parameter makeSession: makes the connection of a socket on the server's thread, by how many came before; `nil` ends it.
  /// - Throws: ``ConformanceFailure`` if the system refuses.
  package convenience init(makeSession: @escaping @Sendable (Int32, Int) -> (any LoopbackSession)?) throws {
    try self.init(try LoopbackSocket.bound(.ipv4), ConformanceJournal(), makeSession)
  }

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - place: a bound socket, owned by the server from here on, and its host and port.
  ///   - journal: the records of the connections.
  ///   - makeSession: makes a connection.
  /// - Throws: ``ConformanceFailure`` if the system refuses.
  init(
    _ place: (listener: Int32, authority: String),
    _ journal: ConformanceJournal,
    _ makeSession: @escaping @Sendable (Int32, Int) -> (any LoopbackSession)?
  ) throws {
    var ends: [Int32] = [-1, -1]
    do {
      try LoopbackSocket.listens(place.listener)
      guard pipe(&ends) == 0 else { throw LoopbackSocket.failure("pipe") }
    } catch {
      LoopbackSocket.end(place.listener)
      throw error
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (authority, self.journal) = (place.authority, journal)
    ending = Lock(ends[1])
    let end = ends[0]
    // A queue of its own, since the thread blocks in system calls.
    let queue = DispatchQueue(label: "resource-request.conformance")
    queue.setSpecific(key: Self.own, value: ObjectIdentifier(over))
    queue.async(group: over) {
      var thread = LoopbackThread(listener: place.listener, end: end, makeSession: makeSession)
      thread.run()
    }
  }

  deinit { stop() }

  package var records: [ConformanceRecord] { journal.records }

  package func wait(until isDone: @escaping @Sendable ([ConformanceRecord]) -> Bool) async throws {
    try await journal.wait(within: .seconds(60), until: isDone)
  }

  package func stop() {
    // Wakes the thread by the end of the pipe; then nothing is open any more.
    ending.withLock { end in
      if let open = end { LoopbackSocket.end(open) }
      end = nil
    }
    // Its own thread ends when it comes back from the call that it is in.
    if DispatchQueue.getSpecific(key: Self.own) != ObjectIdentifier(over) { over.wait() }
  }
}
