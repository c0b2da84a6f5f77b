// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One accepted connection, controlled by a script.
///
/// Every call blocks the connection's own thread.
/// When the script returns, sent bytes are flushed, this side is closed in order and the peer's close is awaited.
public final class ScriptedConnection: Sendable {
  enum Life { case open, halfClosed, closed }

  struct State: Sendable {
    var life = Life.open
    var isStopped = false
    var gate: Gate?
  }

  /// The position of this connection among those the server accepted, from 0.
  public let index: Int

  let descriptor: Int32
  private let journal: Observed<[ConnectionRecord]>
  private let state = Observed(State())
  // Bytes received and not yet consumed. Only the connection's own thread touches it.
  nonisolated(unsafe) private var pending: [UInt8] = []

  // A socket stays open while another thread polls it, so that thread is told to stop.
  private let didClose: @Sendable () -> Void

  init(
    index: Int,
    descriptor: Int32,
    journal: Observed<[ConnectionRecord]>,
    didClose: @escaping @Sendable () -> Void
  ) {
    self.index = index
    self.descriptor = descriptor
    self.journal = journal
    self.didClose = didClose
  }

  var isClosed: Bool { state.current.life == .closed }

  // MARK: Reading

  /// Reads a whole request: the head, then the body by its `Content-Length` or chunks.
  @discardableResult
  public func readRequest() throws -> ReceivedRequest {
    try readBody(of: readHead())
  }

  /// Reads a whole request, or returns nil if the peer closes instead of beginning one.
  public func nextRequest() throws -> ReceivedRequest? {
    try nextHead().map(readBody(of:))
  }

  /// Reads a request's head, or returns nil if the peer closes instead of beginning one.
  public func nextHead() throws -> ReceivedRequest? {
    if pending.isEmpty, try !receive() { return nil }
    return try readHead()
  }

  /// Reads a request's head and leaves its body unread.
  ///
  /// For `Expect: 100-continue` and for servers that never read the body.
  public func readHead() throws -> ReceivedRequest {
    let head = try read(through: Array("\r\n\r\n".utf8))
    let request = try ReceivedRequest(head: head)
    record { $0.headCount += 1 }
    return request
  }

  /// Reads the body that belongs to a head.
  public func readBody(of head: ReceivedRequest) throws -> ReceivedRequest {
    var request = head
    if head.header("Transfer-Encoding")?.lowercased() == "chunked" {
      try readChunks(into: &request)
    } else if let length = head.header("Content-Length") {
      guard let count = Int(length), count >= 0 else {
        throw ScriptedServerError.malformedRequest("Content-Length “\(length)”")
      }
      request.body = try read(count)
      request.raw += request.body
    }
    let complete = request
    record { $0.requests.append(complete) }
    return complete
  }

  /// Reads exactly `count` bytes.
  public func read(_ count: Int) throws -> [UInt8] {
    while pending.count < count { try receiveMore() }
    return take(count)
  }

  /// Reads up to and including a delimiter.
  public func read(through delimiter: [UInt8]) throws -> [UInt8] {
    var searched = 0
    while true {
      let last = pending.count - delimiter.count
      var start = searched
      while start <= last {
        if pending[start..<(start + delimiter.count)].elementsEqual(delimiter) {
          return take(start + delimiter.count)
        }
        start += 1
      }
      searched = max(0, start)
      try receiveMore()
    }
  }

  /// Reads the available bytes, and waits if there are none; empty at the end of the stream.
  public func readAvailable() throws -> [UInt8] {
    if pending.isEmpty, try !receive() { return [] }
    return take(pending.count)
  }

  /// Reads and drops everything until the peer closes or resets the connection.
  public func waitForPeerClose() throws {
    do {
      while try receive() { pending.removeAll(keepingCapacity: true) }
    } catch ScriptedServerError.closedByPeer {
      return
    }
  }

  // MARK: Writing

  /// Sends text as UTF-8, line ends as written.
  public func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends exact bytes.
  public func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try checkStopped()
      let count = try Sockets.write(rest.prefix(64 << 10), to: descriptor)
      rest = rest.dropFirst(count)
      record { $0.sentCount += count }
    }
  }

  /// Sends a scripted response.
  public func send(_ response: ScriptedResponse) throws { try send(response.bytes) }

  /// Sends text piece by piece, each piece only when the gate lets it through.
  public func drip(_ text: String, pieceSize: Int = 1, _ gate: Gate) throws {
    try drip(Array(text.utf8), pieceSize: pieceSize, gate)
  }

  /// Sends bytes piece by piece, each piece only when the gate lets it through.
  public func drip(_ bytes: [UInt8], pieceSize: Int = 1, _ gate: Gate) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try wait(for: gate)
      try send(Array(rest.prefix(pieceSize)))
      rest = rest.dropFirst(pieceSize)
    }
  }

  // MARK: Waiting and ending

  /// Blocks until the test opens the gate.
  public func wait(for gate: Gate) throws {
    state.change { $0.gate = gate }
    defer { state.change { $0.gate = nil } }
    try gate.block(unless: { state.current.isStopped })
  }

  /// Waits for a duration, to simulate a slow peer; stopping the server ends the wait.
  public func pause(for duration: Duration) throws {
    let end = Date(timeIntervalSinceNow: duration / .seconds(1))
    state.block(until: { $0.isStopped }, orUntil: end)
    try checkStopped()
  }

  /// Ends sending on this side; receiving continues.
  public func closeSending() {
    state.change { state in
      guard state.life == .open else { return }
      state.life = .halfClosed
      Sockets.shutdownWriting(descriptor)
    }
  }

  /// Closes the connection at once.
  ///
  /// If received bytes are unread, the system sends a reset instead.
  public func close() { end(withReset: false) }

  /// Ends with a TCP reset.
  public func reset() { end(withReset: true) }

  /// Closes in order after a script: ends sending, then waits for the peer to close.
  func finish() {
    if !isClosed {
      closeSending()
      // The connection is over, whatever ended the wait.
      try? waitForPeerClose()
      end(withReset: false)
    }
    record { $0.isEnded = true }
  }

  /// Unblocks the script from another thread; its next call throws.
  func stop() {
    let gate = state.change { state in
      state.isStopped = true
      if state.life != .closed { Sockets.shutdownBoth(descriptor) }
      return state.gate
    }
    gate?.nudge()
  }

  private func end(withReset: Bool) {
    state.change { state in
      guard state.life != .closed else { return }
      state.life = .closed
      if withReset { Sockets.resetOnClose(descriptor) }
      // The method is named `close` too.
      systemClose(descriptor)
    }
    didClose()
    record { $0.isEnded = true }
  }

  // MARK: Inside

  private func checkStopped() throws {
    let now = state.current
    if now.isStopped { throw ScriptedServerError.stopped }
    if now.life == .closed { throw ScriptedServerError.system(call: "a call after close or reset", errno: EBADF) }
  }

  private func record(_ change: (inout ConnectionRecord) -> Void) {
    journal.change { change(&$0[index]) }
  }

  private func take(_ count: Int) -> [UInt8] {
    defer { pending.removeFirst(count) }
    return Array(pending[..<count])
  }

  private func receiveMore() throws {
    guard try receive() else { throw ScriptedServerError.closedByPeer }
  }

  /// Receives the available bytes; false at the end of the stream.
  private func receive() throws -> Bool {
    try checkStopped()
    do {
      let bytes = try Sockets.read(from: descriptor, limit: 64 << 10)
      try checkStopped()
      guard !bytes.isEmpty else {
        record { $0.isClosedByPeer = true }
        return false
      }
      pending += bytes
      record { record in
        record.receivedCount += bytes.count
        record.received += bytes.prefix(max(0, ConnectionRecord.recordedLimit - record.received.count))
      }
      return true
    } catch ScriptedServerError.closedByPeer {
      record { $0.isClosedByPeer = true }
      throw ScriptedServerError.closedByPeer
    }
  }

  private func readChunks(into request: inout ReceivedRequest) throws {
    let lineEnd = Array("\r\n".utf8)
    while true {
      let line = try read(through: lineEnd)
      request.raw += line
      let size = String(decoding: line.dropLast(2).prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
      guard let count = Int(size, radix: 16), count >= 0 else {
        throw ScriptedServerError.malformedRequest("chunk size “\(size)”")
      }
      if count == 0 { break }
      let chunk = try read(count)
      request.body += chunk
      request.raw += chunk
      request.raw += try read(lineEnd.count)
    }
    while true {
      let line = try read(through: lineEnd)
      request.raw += line
      if line == lineEnd { return }
      request.trailers.append(try .init(line: Substring(decoding: line.dropLast(2), as: UTF8.self)))
    }
  }
}

private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
