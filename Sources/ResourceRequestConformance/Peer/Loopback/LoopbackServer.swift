// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import ResourceRequestCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// A server that plays scripts, on a thread that ends with its last reference or when it is stopped.
final class LoopbackServer: ConformanceServer {
  let authority: String
  private let journal = ConformanceJournal()
  /// The descriptor that ends the thread; `nil` once it was used.
  private let ending: Lock<Int32?>
  private let over = DispatchGroup()

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - listener: a bound socket, owned by the server from here on.
  ///   - authority: the bound host and port.
  ///   - scripts: the scripts of the connections.
  /// - Throws: ``ConformanceFailure`` if the system refuses.
  init(_ listener: Int32, authority: String, _ scripts: [ConformanceScript]) throws {
    var ends: [Int32] = [-1, -1]
    do {
      try LoopbackSocket.listens(listener)
      guard pipe(&ends) == 0 else { throw LoopbackSocket.failure("pipe") }
    } catch {
      LoopbackSocket.end(listener)
      throw error
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.authority = authority
    ending = Lock(ends[1])
    let (end, journal) = (ends[0], journal)
    // A queue of its own, since the thread blocks in system calls.
    DispatchQueue(label: "resource-request.conformance").async(group: over) {
      var thread = LoopbackThread(listener: listener, end: end, scripts: scripts, journal: journal)
      thread.run()
    }
  }

  deinit { stop() }

  var records: [ConformanceRecord] { journal.records }

  func wait(until isDone: @escaping @Sendable ([ConformanceRecord]) -> Bool) async throws {
    try await journal.wait(within: .seconds(60), until: isDone)
  }

  func stop() {
    // Wakes the thread by the end of the pipe; then nothing is open any more.
    ending.withLock { end in
      if let open = end { LoopbackSocket.end(open) }
      end = nil
    }
    over.wait()
  }
}
