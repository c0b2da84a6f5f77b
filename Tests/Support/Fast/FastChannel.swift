// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection of a fast server, with TLS or without, used by one thread.
final class FastChannel {
  private let socket: Int32
  private let session: FastTLS.Session?
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  /// Creates the channel over a socket; `nil` if the TLS handshake fails.
  init?(_ socket: Int32, _ tls: FastTLS?) {
    self.socket = socket
    guard let tls else {
      session = nil
      return
    }
    guard let session = tls.accept(socket) else { return nil }
    self.session = session
  }

  /// Reads available bytes; `nil` at the end.
  func read() -> ArraySlice<UInt8>? {
    let count = buffer.withUnsafeMutableBytes { buffer in
      session?.read(buffer) ?? recv(socket, buffer.baseAddress, buffer.count, 0)
    }
    return count > 0 ? buffer[..<count] : nil
  }

  /// Whether something waits to be read, so that ``read()`` hardly blocks.
  var hasInput: Bool {
    if session?.hasPending == true { return true }
    var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0
  }

  /// Writes bytes at a pace; `false` if the peer has closed the connection.
  func write(_ bytes: [UInt8], _ pace: FastAnswer.Pace = .fast) -> Bool {
    bytes.withUnsafeBytes { bytes in
      switch pace {
      case .fast:
        return write(bytes)
      case .bursty(let seed):
        var (random, rest) = (SeededGenerator(seed: seed), bytes[...])
        while !rest.isEmpty {
          // Large bodies are written in larger bursts, to finish in reasonable time.
          let size = min(rest.count, .random(in: 1...max(40_000, bytes.count / 20), using: &random))
          guard write(UnsafeRawBufferPointer(rebasing: rest.prefix(size))), waitUntilTaken() else { return false }
          rest = rest.dropFirst(size)
        }
        return true
      case .drip:
        let dripped = min(bytes.count, 1000)
        for index in 0..<dripped where !write(UnsafeRawBufferPointer(rebasing: bytes[index..<(index + 1)])) {
          return false
        }
        return write(UnsafeRawBufferPointer(rebasing: bytes[dripped...]))
      case .paused(let place):
        let place = min(place, bytes.count)
        return write(UnsafeRawBufferPointer(rebasing: bytes[..<place])) && waitUntilTaken()
          && write(UnsafeRawBufferPointer(rebasing: bytes[place...]))
      }
    }
  }

  /// Ends sending.
  func end() {
    session?.end()
    Sockets.shutdownWriting(socket)
    // Closing with unread bytes would reset the connection, and the peer would lose bytes still in transit.
    while buffer.withUnsafeMutableBytes({ recv(socket, $0.baseAddress, $0.count, 0) }) > 0 {}
  }

  private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = session?.write(part) ?? send(socket, part.baseAddress, part.count, Sockets.noSignal)
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits until the peer's system has taken all written bytes; `false` if the connection ends first.
  private func waitUntilTaken() -> Bool {
    #if os(Linux)
      while true {
        var left: Int32 = 0
        guard ioctl(socket, UInt(TIOCOUTQ), &left) == 0 else { return false }
        if left == 0 { return true }
        var state = pollfd(fd: socket, events: 0, revents: 0)
        poll(&state, 1, 1)
        if state.revents & Int16(POLLERR | POLLHUP) != 0 { return false }
      }
    #else
      return true
    #endif
  }
}
