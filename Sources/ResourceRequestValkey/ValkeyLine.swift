// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Valkey
  import CHiredis
  import Dispatch
  import ResourceRequestCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// A connection to a server, opened when it is needed.
  ///
  /// A queue owns hiredis' context: nothing else touches it. Commands wait there for one another, none longer than the
  /// time limit. A server that has failed is left alone for a second, in which commands fail at once.
  final class ValkeyLine: Sendable {
    /// A command: its name and arguments.
    typealias Command = [[UInt8]]

    private let queue = DispatchQueue(label: "ResourceRequestValkey")
    private let limit: Duration
    private let connection: Connection

    init(_ address: ValkeyAddress, limit: Duration) {
      self.limit = limit
      connection = Connection(address, limit: limit)
    }

    deinit {
      // After the commands that wait, which keep the line until they end.
      let connection = connection
      queue.async { connection.close() }
    }

    /// Sends commands in one go.
    ///
    /// - Returns: a reply for each.
    /// - Throws: ``ValkeyFailure``, also for a reply that is an error.
    func send(_ commands: [Command]) async throws(ValkeyFailure) -> [ValkeyReply] {
      let late = ContinuousClock.now.advanced(by: limit)
      let result = await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<[ValkeyReply], ValkeyFailure>, Never>) in
        // Strongly, so that the connection is closed behind the last command.
        queue.async { [self] in
          // Who has waited as long as a command may take does not burden the server as well.
          guard ContinuousClock.now < late else {
            return continuation.resume(returning: .failure(ValkeyFailure(reason: "too many commands wait")))
          }
          continuation.resume(returning: connection.exchange(commands))
        }
      }
      return try result.get()
    }

    /// Sends one command.
    func send(_ name: String, _ arguments: [UInt8]...) async throws(ValkeyFailure) -> ValkeyReply {
      try await send([[Array(name.utf8)] + arguments])[0]
    }
  }

  /// Why a server has not answered.
  struct ValkeyFailure: Error, Sendable, CustomStringConvertible {
    let reason: String
    var description: String { "the server of the shared cache: \(reason)" }
  }

  /// hiredis' context.
  ///
  /// It is sendable since the queue of its line alone calls it.
  private final class Connection: @unchecked Sendable {
    private static let rest = Duration.seconds(1)
    private let address: ValkeyAddress
    private let limit: Duration
    private var context: UnsafeMutablePointer<redisContext>?
    private var restsUntil: ContinuousClock.Instant?

    init(_ address: ValkeyAddress, limit: Duration) {
      self.address = address
      self.limit = limit
    }

    func close() {
      if let context { redisFree(context) }
      context = nil
    }

    func exchange(_ commands: [ValkeyLine.Command]) -> Result<[ValkeyReply], ValkeyFailure> {
      do throws(ValkeyFailure) {
        let context = try opened()
        return .success(try exchange(commands, over: context))
      } catch {
        return .failure(error)
      }
    }

    /// The context, connected and logged in.
    private func opened() throws(ValkeyFailure) -> UnsafeMutablePointer<redisContext> {
      if let context { return context }
      if let restsUntil, ContinuousClock.now < restsUntil { throw ValkeyFailure(reason: "it has just failed") }
      let made =
        switch address.place {
        case .host(let host, let port): redisConnectWithTimeout(host, Int32(port), time)
        case .unixSocket(let path): redisConnectUnixWithTimeout(path, time)
        }
      guard let made else { throw broken("there is no memory for a connection") }
      context = made
      guard made.pointee.err == 0 else { throw broken(message(of: made)) }
      redisSetTimeout(made, time)
      var greeting: [ValkeyLine.Command] = []
      if let password = address.password?.reveal() {
        greeting.append((["AUTH"] + (address.username.map { [$0] } ?? []) + [password]).map { Array($0.utf8) })
      }
      if address.database > 0 { greeting.append(["SELECT", "\(address.database)"].map { Array($0.utf8) }) }
      // A server that refuses the login is left alone, as one that is away.
      do throws(ValkeyFailure) { _ = try exchange(greeting, over: made) } catch { throw broken(error.reason) }
      return made
    }

    private func exchange(
      _ commands: [ValkeyLine.Command],
      over context: UnsafeMutablePointer<redisContext>
    ) throws(ValkeyFailure) -> [ValkeyReply] {
      let bytes = commands.flatMap(Self.written)
      guard send(bytes, to: context.pointee.fd) else { throw broken("it takes no command") }
      var replies: [ValkeyReply] = []
      for _ in commands {
        var found: UnsafeMutableRawPointer?
        guard redisGetReply(context, &found) == REDIS_OK, let found else { throw broken(message(of: context)) }
        defer { freeReplyObject(found) }
        replies.append(ValkeyReply(found.assumingMemoryBound(to: redisReply.self).pointee))
      }
      // All replies are taken, so that the next command gets its own.
      for case .failure(let reason) in replies { throw ValkeyFailure(reason: reason) }
      return replies
    }

    /// A command as the protocol has it: an array of strings.
    private static func written(_ command: ValkeyLine.Command) -> [UInt8] {
      command.reduce(into: Array("*\(command.count)\r\n".utf8)) { bytes, argument in
        bytes += Array("$\(argument.count)\r\n".utf8) + argument + [0x0D, 0x0A]
      }
    }

    /// Sends bytes past hiredis, whose `write` would end the process where the server has closed the connection (SIGPIPE).
    private func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
      bytes.withUnsafeBytes { buffer in
        var sent = 0
        while sent < buffer.count {
          let count = chiredis_send(socket, buffer.baseAddress.map { $0 + sent }, buffer.count - sent)
          if count > 0 { sent += count } else if errno != EINTR { return false }
        }
        return true
      }
    }

    /// Drops the connection: what it may still bring belongs to nobody.
    private func broken(_ reason: String) -> ValkeyFailure {
      close()
      restsUntil = ContinuousClock.now.advanced(by: Self.rest)
      return ValkeyFailure(reason: reason)
    }

    private func message(of context: UnsafeMutablePointer<redisContext>) -> String {
      withUnsafeBytes(of: context.pointee.errstr) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private var time: timeval {
      let (seconds, attoseconds) = limit.components
      return timeval(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
  }
#endif
