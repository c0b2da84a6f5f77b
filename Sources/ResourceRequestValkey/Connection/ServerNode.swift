// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// One server: its connection, opened when it is needed, and what is known of it.
///
/// One queue uses it.
final class ServerNode {
  private static let rest = Duration.seconds(1)
  let place: ValkeyAddress.Place
  private let address: ValkeyAddress
  private let lookup = NameLookup()
  private let security: ServerSecurity?
  private var stream: ServerStream?
  private var restsUntil: ContinuousClock.Instant?

  /// - Parameters:
  ///   - place: where it is.
  ///   - address: who logs in there, and how.
  init(at place: ValkeyAddress.Place, of address: ValkeyAddress) {
    (self.place, self.address) = (place, address)
    security = address.tls.flatMap { tls in
      switch place {
      case .host(let host, _): ServerSecurity.make(tls, host: host)
      case .unixSocket: nil
      }
    }
  }

  /// Whether it is left alone, since it has just failed.
  var isResting: Bool { restsUntil.map { ContinuousClock.now < $0 } ?? false }

  /// Sends commands in one go, and waits for a reply to each.
  ///
  /// - Parameters:
  ///   - commands: the commands, which may be sent twice.
  ///   - limit: how many bytes all replies together may have.
  ///   - end: when to give up.
  /// - Returns: the replies.
  /// - Throws: ``ValkeyFailure``; then it is left alone for a second.
  func replies(
    to commands: [ValkeyLine.Command],
    limit: Int,
    until end: ContinuousClock.Instant
  ) throws(ValkeyFailure) -> [ValkeyReply] {
    if stream == nil, isResting { throw ValkeyFailure(reason: "it has just failed") }
    while true {
      let known = stream
      do throws(ServerStream.Broken) {
        let stream = if let known { known } else { try open(until: end) }
        self.stream = stream
        return try replies(to: commands, on: stream, limit: limit, until: end)
      } catch {
        stream = nil
        // A connection that was idle may have been closed meanwhile.
        if known != nil, error.isClosed, ContinuousClock.now < end { continue }
        restsUntil = ContinuousClock.now.advanced(by: Self.rest)
        throw ValkeyFailure(reason: error.reason)
      }
    }
  }

  private func open(until end: ContinuousClock.Instant) throws(ServerStream.Broken) -> ServerStream {
    var failure = ServerStream.Broken(reason: "no address of it is known yet")
    for socket in sockets(until: end) {
      do throws(ServerStream.Broken) {
        let stream = try ServerStream(to: socket, security, until: end)
        try greet(on: stream, until: end)
        return stream
      } catch {
        failure = error
        // Who refuses a login, or is not who it should be, does so at all of its addresses.
        if error.isRefusal { break }
      }
    }
    throw failure
  }

  private func greet(on stream: ServerStream, until end: ContinuousClock.Instant) throws(ServerStream.Broken) {
    var greeting: [ValkeyLine.Command] = []
    if let password = address.password?.reveal() {
      greeting.append((["AUTH"] + (address.username.map { [$0] } ?? []) + [password]).bytes)
    }
    if address.database > 0 { greeting.append(["SELECT", "\(address.database)"].bytes) }
    guard !greeting.isEmpty else { return }
    let found = try replies(to: greeting, on: stream, limit: 1 << 16, until: end)
    if let word = found.lazy.compactMap(\.refusal).first {
      throw .init(reason: "it refuses the login: \(word)", isRefusal: true)
    }
  }

  private func sockets(until end: ContinuousClock.Instant) -> [SocketAddress] {
    switch place {
    case .unixSocket(let path): return [SocketAddress(path: path)].compactMap(\.self)
    case .host(let host, let port):
      if let address = IPAddress(host) { return [SocketAddress(address, port: port)] }
      // A lookup has no limit of time, so that nobody waits for its end.
      return lookup.addresses(of: host, until: end).map { SocketAddress($0, port: port) }
    }
  }

  private func replies(
    to commands: [ValkeyLine.Command],
    on stream: ServerStream,
    limit: Int,
    until end: ContinuousClock.Instant
  ) throws(ServerStream.Broken) -> [ValkeyReply] {
    try stream.write(commands.flatMap(Self.written), until: end)
    var reader = ReplyReader(limit: limit)
    var replies: [ValkeyReply] = []
    var hasRead = false
    while replies.count < commands.count {
      do throws(ServerStream.Broken) {
        let bytes = try stream.read(until: end)
        hasRead = true
        try feed(bytes, to: &reader, &replies, upTo: commands.count)
      } catch {
        // Behind the first byte of a reply it was not the idle connection that ended.
        throw hasRead ? .init(reason: error.reason) : error
      }
    }
    return replies
  }

  private func feed(
    _ bytes: [UInt8],
    to reader: inout ReplyReader,
    _ replies: inout [ValkeyReply],
    upTo count: Int
  ) throws(ServerStream.Broken) {
    do throws(ReplyReader.Invalid) {
      try reader.feed(bytes)
      while replies.count < count, let reply = try reader.next() { replies.append(reply) }
    } catch {
      throw .init(reason: "what it answers is no reply, or too much")
    }
  }

  /// A command as the protocol has it: an array of strings.
  private static func written(_ command: ValkeyLine.Command) -> [UInt8] {
    command.reduce(into: Array("*\(command.count)\r\n".utf8)) { bytes, argument in
      bytes += Array("$\(argument.count)\r\n".utf8) + argument + [0x0D, 0x0A]
    }
  }
}
