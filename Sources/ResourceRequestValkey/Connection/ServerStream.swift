// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

#if Sockets && os(Linux)
  import ResourceRequestSockets
#endif

/// A connection to a server: bytes both ways, encrypted where there is TLS, and no wait that goes on behind a moment.
///
/// One queue at a time uses it. Its end closes the socket.
///
/// It is sendable since it is handed over whole: by the queue that has connected it to that which sends commands.
final class ServerStream: @unchecked Sendable {
  /// Why it is of no more use: a phrase.
  struct Broken: Error {
    let reason: String
    /// Whether it was closed: it may have been before what was sent.
    var isClosed = false
    /// Whether the server, or this client, refuses the other, at whatever address.
    var isRefusal = false
    /// Whether time was up: before the first byte of a reply, or behind it.
    var isLate = false
    var hasBegun = false
  }

  private let socket: Int32
  private let security: ServerSecurity?
  private var block = [UInt8](repeating: 0, count: 64 << 10)

  /// Connects.
  ///
  /// - Parameters:
  ///   - address: where to.
  ///   - security: TLS; `nil` for none.
  ///   - end: when to give up.
  /// - Throws: ``Broken``.
  init(to address: SocketAddress, _ security: ServerSecurity?, until end: ContinuousClock.Instant) throws(Broken) {
    (socket, self.security) = (Self.stream(address.family), security)
    guard socket >= 0 else { throw Broken(reason: "no socket: \(Self.message(errno))") }
    Self.prepare(socket)
    let result = address.bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map {
        connect(socket, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      } ?? -1
    }
    if result != 0 {
      guard errno == EINPROGRESS else { throw Broken(reason: Self.message(errno)) }
      guard isReady(Int16(POLLOUT), until: end) else { throw Broken(reason: "it cannot be reached in time") }
      let failure = failure
      guard failure == 0 else { throw Broken(reason: Self.message(failure)) }
    }
    try secure(until: end)
  }

  deinit {
    if socket >= 0 { close(socket) }
  }

  private func secure(until end: ContinuousClock.Instant) throws(Broken) {
    guard let security else { return }
    try act { () throws(ServerSecurity.Failure) in try security.begin() }
    var plain: [UInt8] = []
    while true {
      try sendOutput(of: security, until: end)
      // The server says nothing before it is asked.
      guard !security.isEstablished else { return }
      try receive(into: &plain, until: end)
    }
  }

  /// Sends what TLS has to say also where it fails: an alert tells the server why.
  private func act(_ step: () throws(ServerSecurity.Failure) -> Void) throws(Broken) {
    do throws(ServerSecurity.Failure) { try step() } catch {
      if let alert = security?.takeOutput(), !alert.isEmpty { try? deliver(alert, until: .now + .milliseconds(1)) }
      throw Broken(reason: error.reason, isRefusal: true)
    }
  }

  private func sendOutput(of security: ServerSecurity, until end: ContinuousClock.Instant) throws(Broken) {
    let output = security.takeOutput()
    guard !output.isEmpty else { return }
    do throws(Broken) { try deliver(output, until: end) } catch {
      // Before it closed the connection it may have said why.
      var plain: [UInt8] = []
      do throws(Broken) { try receive(into: &plain, until: .now + .milliseconds(1)) } catch let reason {
        throw reason.isRefusal ? reason : error
      }
      throw error
    }
  }

  /// Sends commands in one go, and waits for a reply to each.
  ///
  /// - Parameters:
  ///   - commands: the commands.
  ///   - limit: how many bytes all replies together may have.
  ///   - end: when to give up.
  /// - Returns: the replies.
  /// - Throws: ``Broken``.
  func replies(
    to commands: [ValkeyLine.Command],
    limit: Int,
    until end: ContinuousClock.Instant
  ) throws(Broken) -> [ValkeyReply] {
    try write(commands.flatMap(Self.written), until: end)
    var reader = ReplyReader(limit: limit)
    var replies: [ValkeyReply] = []
    var hasRead = false
    while replies.count < commands.count {
      do throws(Broken) {
        let bytes = try read(until: end)
        hasRead = true
        try feed(bytes, to: &reader, &replies, upTo: commands.count)
      } catch {
        // Behind the first byte of a reply it was not the idle connection that ended.
        throw hasRead ? Broken(reason: error.reason, isLate: error.isLate, hasBegun: true) : error
      }
    }
    return replies
  }

  private func feed(
    _ bytes: [UInt8],
    to reader: inout ReplyReader,
    _ replies: inout [ValkeyReply],
    upTo count: Int
  ) throws(Broken) {
    do throws(ReplyReader.Invalid) {
      try reader.feed(bytes)
      while replies.count < count, let reply = try reader.next() { replies.append(reply) }
      // What nobody has asked for would be taken for the reply to the next command.
      if replies.count == count, !reader.isEmpty { throw .init() }
    } catch {
      throw Broken(reason: "its reply is malformed or too large")
    }
  }

  /// A command as the protocol has it: an array of strings.
  private static func written(_ command: ValkeyLine.Command) -> [UInt8] {
    command.reduce(into: Array("*\(command.count)\r\n".utf8)) { bytes, argument in
      bytes += Array("$\(argument.count)\r\n".utf8) + argument + [0x0D, 0x0A]
    }
  }

  /// Sends all of the bytes.
  private func write(_ bytes: [UInt8], until end: ContinuousClock.Instant) throws(Broken) {
    guard let security else { return try deliver(bytes, until: end) }
    try act { () throws(ServerSecurity.Failure) in try security.encrypt(bytes) }
    try sendOutput(of: security, until: end)
  }

  /// The next bytes, at least one.
  private func read(until end: ContinuousClock.Instant) throws(Broken) -> [UInt8] {
    var plain: [UInt8] = []
    while plain.isEmpty { try receive(into: &plain, until: end) }
    return plain
  }

  private func receive(into plain: inout [UInt8], until end: ContinuousClock.Instant) throws(Broken) {
    guard isReady(Int16(POLLIN), until: end) else { throw Broken(reason: "it does not answer in time", isLate: true) }
    let count = recv(socket, &block, block.count, 0)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    guard count > 0 else { throw Broken(reason: "it has closed the connection", isClosed: true) }
    guard let security else {
      plain += block[..<count]
      return
    }
    var found: [UInt8] = []
    try act { () throws(ServerSecurity.Failure) in
      let fed: Result<Void, ServerSecurity.Failure> = block.withUnsafeBytes { bytes in
        Result { () throws(ServerSecurity.Failure) in
          try security.receive(UnsafeRawBufferPointer(rebasing: bytes[..<count]), into: &found)
        }
      }
      try fed.get()
    }
    plain += found
    try sendOutput(of: security, until: end)
    if found.isEmpty, security.hasEnded { throw Broken(reason: "it has closed the connection", isClosed: true) }
  }

  private func deliver(_ bytes: [UInt8], until end: ContinuousClock.Instant) throws(Broken) {
    var sent = 0
    while sent < bytes.count {
      guard isReady(Int16(POLLOUT), until: end) else { throw Broken(reason: "it takes no command in time") }
      let count = bytes.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          send(socket, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, 0)
        #else
          // Without the signal that a closed connection would bring.
          send(socket, buffer.baseAddress.map { $0 + sent }, buffer.count - sent, Int32(MSG_NOSIGNAL))
        #endif
      }
      if count > 0 {
        sent += count
      } else if errno != EINTR, errno != EAGAIN {
        throw Broken(reason: Self.message(errno), isClosed: true)
      }
    }
  }

  /// Waits until the socket can be used; `false` at the end of the time.
  private func isReady(_ events: Int16, until end: ContinuousClock.Instant) -> Bool {
    while true {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { return false }
      var waiting = pollfd(fd: socket, events: events, revents: 0)
      let count = poll(&waiting, 1, Int32(min(60_000, max(1, left / .milliseconds(1)))))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return false }
    }
  }

  /// The error of the socket; 0 for none.
  private var failure: Int32 {
    var (number, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    guard getsockopt(socket, SOL_SOCKET, SO_ERROR, &number, &length) == 0 else { return errno }
    return number
  }

  private static func stream(_ family: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #elseif canImport(Musl)
      Musl.socket(family, SOCK_STREAM, 0)
    #else
      Darwin.socket(family, SOCK_STREAM, 0)
    #endif
  }

  private static func prepare(_ socket: Int32) {
    _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  private static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}
