// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs the threads of a scripted server: one accepts connections and notices peers that disconnect, one serves each
/// connection.
///
/// It lives as long as its threads; the server object lives as long as the test needs it.
final class Listener: Sendable {
  private struct State: Sendable {
    var isListening = true
    var isStopped = false
    var connections: [ScriptedConnection] = []
  }

  let journal = Observed<[ConnectionRecord]>([])
  let failures = Observed<[String]>([])

  private let state = Observed(State())
  private let descriptor: Int32
  private let script: ScriptedServer.Script
  private let wakeReading: Int32
  private let wakeWriting: Int32

  init(_ descriptor: Int32, receiveBuffer: Int?, _ script: @escaping ScriptedServer.Script) throws {
    self.descriptor = descriptor
    self.script = script
    if let receiveBuffer {
      Sockets.set(descriptor, level: SOL_SOCKET, option: SO_RCVBUF, to: Int32(clamping: receiveBuffer))
    }
    var pair: [Int32] = [-1, -1]
    guard listen(descriptor, Sockets.backlog) == 0, pipe(&pair) == 0 else {
      let code = errno
      close(descriptor)
      throw ScriptedServerError.system(call: "listen", errno: code)
    }
    for end in pair { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (wakeReading, wakeWriting) = (pair[0], pair[1])
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    Thread.detachNewThread { self.run() }
  }

  func stopListening() {
    state.change { state in
      guard state.isListening, !state.isStopped else { return }
      state.isListening = false
      // On Linux this alone refuses further connections, even before the thread has woken.
      Sockets.shutdownBoth(descriptor)
      wake()
    }
  }

  func stop() {
    let connections = state.change { state in
      guard !state.isStopped else { return [ScriptedConnection]() }
      if state.isListening { Sockets.shutdownBoth(descriptor) }
      state.isListening = false
      state.isStopped = true
      wake()
      return state.connections
    }
    for connection in connections { connection.stop() }
  }

  private func lookAgain() {
    state.change { state in
      if !state.isStopped { wake() }
    }
  }

  private func wake() { _ = write(wakeWriting, [1 as UInt8], 1) }

  private func run() {
    var watched: [ScriptedConnection] = []
    var holdsListener = true
    while true {
      let now = state.current
      if !now.isListening, holdsListener {
        close(descriptor)
        holdsListener = false
      }
      if now.isStopped { break }
      watched.removeAll(where: \.isClosed)
      var polled = [pollfd(fd: wakeReading, events: Int16(POLLIN), revents: 0)]
      polled.append(pollfd(fd: holdsListener ? descriptor : -1, events: Int16(POLLIN), revents: 0))
      polled += watched.map { pollfd(fd: $0.descriptor, events: Self.peerLeft, revents: 0) }
      guard poll(&polled, nfds_t(polled.count), -1) >= 0 else { continue }
      if polled[0].revents != 0 {
        var byte: UInt8 = 0
        _ = read(wakeReading, &byte, 1)
      }
      let left = zip(watched, polled.dropFirst(2)).filter { $1.revents != 0 }.map(\.0)
      watched.removeAll { connection in left.contains { $0 === connection } }
      // After this side has closed a descriptor, its number may already belong to another connection.
      for connection in left where !connection.isClosed {
        journal.change { $0[connection.index].isClosedByPeer = true }
      }
      if polled[1].revents != 0, let connection = accept() { watched.append(connection) }
    }
    close(wakeReading)
    close(wakeWriting)
  }

  #if os(Linux)
    // POLLRDHUP, which Glibc's module does not export.
    private static let peerLeft = Int16(0x2000)
  #else
    private static let peerLeft = Int16(0)
  #endif

  private func accept() -> ScriptedConnection? {
    let accepted = systemAccept(descriptor)
    guard accepted >= 0 else { return nil }
    Sockets.sendAtOnce(accepted)
    let connection = journal.change { records in
      records.append(ConnectionRecord())
      return ScriptedConnection(index: records.count - 1, descriptor: accepted, journal: journal) {
        self.lookAgain()
      }
    }
    let isStopped = state.change { state in
      state.connections.append(connection)
      return state.isStopped
    }
    if isStopped { connection.stop() }
    Thread.detachNewThread { self.serve(connection) }
    return connection
  }

  private func serve(_ connection: ScriptedConnection) {
    do {
      try script(connection)
    } catch ScriptedServerError.closedByPeer, ScriptedServerError.stopped {
      // The test ended the exchange; the record has what it checks.
    } catch {
      failures.change { $0.append("connection \(connection.index): \(error)") }
    }
    connection.finish()
  }
}

private func systemAccept(_ listener: Int32) -> Int32 {
  let descriptor = accept(listener, nil, nil)
  if descriptor >= 0 {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, 0)
  }
  return descriptor
}
