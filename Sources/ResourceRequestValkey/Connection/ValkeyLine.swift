// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import ResourceRequestCore
import ResourceRequestPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why a server has not answered: a phrase without what was sent.
struct ValkeyFailure: Error, Sendable, CustomStringConvertible {
  let reason: String
  var description: String { "the shared server: \(reason)" }
}

/// A connection to a server, opened when it is needed.
///
/// A queue owns the socket: nothing else touches it. Commands wait there for one another; each exchange, with the connection
/// that it may need, ends within the time limit whatever the server does. A server that has failed is left alone for a
/// second, in which commands fail at once.
final class ValkeyLine: Sendable {
  /// A command: its name and arguments.
  typealias Command = [[UInt8]]

  private let queue = DispatchQueue(label: "ResourceRequestValkey")
  private let limit: Duration
  private let connection: ValkeyConnection

  init(_ address: ValkeyAddress, limit: Duration, replyLimit: Int) {
    self.limit = limit
    connection = ValkeyConnection(address, limit: limit, replyLimit: replyLimit)
  }

  /// Looks up where the server is, so that the first command need not wait for it.
  func prepare() { queue.async { [connection] in connection.lookUp() } }

  /// Sends commands in one go.
  ///
  /// - Parameters:
  ///   - commands: the commands.
  ///   - time: how long they may take, if that is less than the limit.
  /// - Returns: a reply for each.
  /// - Throws: ``ValkeyFailure``, also for a reply that is an error.
  func send(_ commands: [Command], within time: Duration? = nil) async throws(ValkeyFailure) -> [ValkeyReply] {
    let limit = min(limit, time ?? limit)
    let start = ContinuousClock.now
    let (late, end) = (start.advanced(by: limit), time.map { start.advanced(by: $0) })
    let result = await withCheckedContinuation {
      (waiter: CheckedContinuation<Result<[ValkeyReply], ValkeyFailure>, Never>) in
      queue.async { [connection] in
        // Who has waited as long as a command may take does not burden the server as well.
        guard ContinuousClock.now < late else {
          return waiter.resume(returning: .failure(ValkeyFailure(reason: "too many commands wait")))
        }
        waiter.resume(returning: connection.exchange(commands, until: end))
      }
    }
    return try result.get()
  }

  /// Sends one command.
  func send(_ name: String, _ arguments: [UInt8]...) async throws(ValkeyFailure) -> ValkeyReply {
    try await send([[Array(name.utf8)] + arguments])[0]
  }
}

/// A socket and what is known of its server.
///
/// It is sendable since the queue of its line alone calls it; its end closes the socket.
private final class ValkeyConnection: @unchecked Sendable {
  private static let rest = Duration.seconds(1)
  private let address: ValkeyAddress
  private let limit: Duration
  private let replyLimit: Int
  private let lookup = NameLookup()
  private var socket: Int32 = -1
  private var restsUntil: ContinuousClock.Instant?

  init(_ address: ValkeyAddress, limit: Duration, replyLimit: Int) {
    self.address = address
    self.limit = limit
    self.replyLimit = replyLimit
  }

  deinit { disconnect() }

  private func disconnect() {
    if socket >= 0 { close(socket) }
    socket = -1
  }

  func lookUp() {
    if case .host(let host, _) = address.place, IPAddress(host) == nil { _ = lookup.addresses(of: host) }
  }

  func exchange(
    _ commands: [ValkeyLine.Command],
    until last: ContinuousClock.Instant? = nil
  ) -> Result<[ValkeyReply], ValkeyFailure> {
    let limited = ContinuousClock.now.advanced(by: limit)
    let end = min(limited, last ?? limited)
    do throws(ValkeyFailure) {
      let replies = try repliesOfServer(to: commands, until: end)
      if let word = Self.refusal(in: replies) { throw ValkeyFailure(reason: "it refuses a command: \(word)") }
      return .success(replies)
    } catch {
      return .failure(error)
    }
  }

  private func repliesOfServer(
    to commands: [ValkeyLine.Command],
    until end: ContinuousClock.Instant
  ) throws(ValkeyFailure) -> [ValkeyReply] {
    while true {
      let wasOpen = socket >= 0
      if !wasOpen { try open(until: end) }
      do throws(Broken) { return try replies(to: commands, until: end) } catch {
        disconnect()
        // A connection that was idle may have been closed meanwhile; every command may be sent twice.
        guard wasOpen, error.isBeforeReply, ContinuousClock.now < end else { throw broken(error.reason) }
      }
    }
  }

  /// The word of an error among replies, and in those of a transaction.
  private static func refusal(in replies: [ValkeyReply]) -> String? {
    for reply in replies {
      switch reply {
      case .failure(let word): return word
      case .list(let list): if let word = refusal(in: list) { return word }
      case .bytes, .number, .nothing: break
      }
    }
    return nil
  }

  /// Why a connection is of no more use.
  private struct Broken: Error {
    let reason: String
    var isBeforeReply = false
  }

  private func broken(_ reason: String) -> ValkeyFailure {
    disconnect()
    restsUntil = ContinuousClock.now.advanced(by: Self.rest)
    return ValkeyFailure(reason: reason)
  }

  // MARK: Connecting

  private func open(until end: ContinuousClock.Instant) throws(ValkeyFailure) {
    if let restsUntil, ContinuousClock.now < restsUntil { throw ValkeyFailure(reason: "it has just failed") }
    var reason = "no address of it is known yet"
    for place in places(until: end) {
      socket = Self.stream(place.family)
      guard socket >= 0 else { throw broken("no socket: \(Self.message(errno))") }
      Self.prepare(socket)
      let result = place.bytes.withUnsafeBytes { bytes in
        bytes.baseAddress.map { connect(socket, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) }
          ?? -1
      }
      if result == 0 || errno == EINPROGRESS && isReady(Int16(POLLOUT), until: end) && failure == 0 {
        return try greet(until: end)
      }
      reason = result == 0 || errno == EINPROGRESS ? "it cannot be reached in time" : Self.message(errno)
      disconnect()
    }
    throw broken(reason)
  }

  /// The error of the socket; 0 for none.
  private var failure: Int32 {
    var (number, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    guard getsockopt(socket, SOL_SOCKET, SO_ERROR, &number, &length) == 0 else { return errno }
    return number
  }

  private func greet(until end: ContinuousClock.Instant) throws(ValkeyFailure) {
    var greeting: [ValkeyLine.Command] = []
    if let password = address.password?.reveal() {
      greeting.append((["AUTH"] + (address.username.map { [$0] } ?? []) + [password]).bytes)
    }
    if address.database > 0 { greeting.append(["SELECT", "\(address.database)"].bytes) }
    guard !greeting.isEmpty else { return }
    var found: [ValkeyReply] = []
    do throws(Broken) { found = try replies(to: greeting, until: end) } catch { throw broken(error.reason) }
    // One that refuses the login is left alone, as one that is away.
    if let word = Self.refusal(in: found) { throw broken("it refuses the login: \(word)") }
  }

  private func places(until end: ContinuousClock.Instant) -> [SocketAddress] {
    switch address.place {
    case .unixSocket(let path): return [SocketAddress(path: path)].compactMap(\.self)
    case .host(let host, let port):
      if let address = IPAddress(host) { return [SocketAddress(address, port: port)] }
      // A lookup has no limit of time, so that nobody waits for its end.
      return lookup.addresses(of: host, until: end).map { SocketAddress($0, port: port) }
    }
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

  // MARK: Exchanging

  private func replies(to commands: [ValkeyLine.Command], until end: ContinuousClock.Instant) throws(Broken)
    -> [ValkeyReply]
  {
    try write(commands.flatMap(Self.written), until: end)
    var reader = ReplyReader(limit: replyLimit)
    var replies: [ValkeyReply] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    var hasRead = false
    while replies.count < commands.count {
      guard isReady(Int16(POLLIN), until: end) else { throw Broken(reason: "it does not answer in time") }
      let count = recv(socket, &block, block.count, 0)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { throw Broken(reason: "it has closed the connection", isBeforeReply: !hasRead) }
      hasRead = true
      do throws(ReplyReader.Invalid) {
        let fed: Result<Void, ReplyReader.Invalid> = block.withUnsafeBytes { bytes in
          Result { () throws(ReplyReader.Invalid) in try reader.feed(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
          }
        }
        try fed.get()
        while replies.count < commands.count, let reply = try reader.next() { replies.append(reply) }
      } catch {
        throw Broken(reason: "what it answers is no reply, or too much")
      }
    }
    return replies
  }

  /// A command as the protocol has it: an array of strings.
  private static func written(_ command: ValkeyLine.Command) -> [UInt8] {
    command.reduce(into: Array("*\(command.count)\r\n".utf8)) { bytes, argument in
      bytes += Array("$\(argument.count)\r\n".utf8) + argument + [0x0D, 0x0A]
    }
  }

  private func write(_ bytes: [UInt8], until end: ContinuousClock.Instant) throws(Broken) {
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
        throw Broken(reason: Self.message(errno), isBeforeReply: true)
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

  private static func message(_ code: Int32) -> String { String(cString: strerror(code)) }
}
