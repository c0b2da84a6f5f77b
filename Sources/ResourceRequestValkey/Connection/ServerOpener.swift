// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Makes connections to one server: where it is, who logs in there, and how.
struct ServerOpener: Sendable {
  let place: ValkeyAddress.Place
  let address: ValkeyAddress
  /// What the connections with TLS to all servers of an address share.
  let material: ServerMaterial?

  /// Connects, logs in, and has the server answer.
  ///
  /// - Parameter patience: how long that may take, from when the addresses of its name are known.
  /// - Returns: the connection.
  /// - Throws: `ServerStream.Broken`.
  func open(within patience: Duration) throws(ServerStream.Broken) -> ServerStream {
    var failure = ServerStream.Broken(reason: "no address of its name is found")
    var rest = sockets()[...]
    let end = ContinuousClock.now.advanced(by: patience)
    while let socket = rest.popFirst() {
      // One that is silent leaves time for the others.
      let left = ContinuousClock.now.duration(to: end)
      let share = ContinuousClock.now.advanced(by: left / (rest.count + 1))
      do throws(ServerStream.Broken) {
        let stream = try ServerStream(to: socket, security, until: share)
        try greet(on: stream, until: share)
        return stream
      } catch {
        failure = error
        // Who refuses a login, or is not who it should be, does so at all of its addresses.
        if error.isRefusal { break }
      }
    }
    throw failure
  }

  private var security: ServerSecurity? {
    guard case .host(let host, _) = place else { return nil }
    return material?.security(for: host)
  }

  private func greet(on stream: ServerStream, until end: ContinuousClock.Instant) throws(ServerStream.Broken) {
    var greeting: [ValkeyLine.Command] = []
    if let password = address.password?.reveal() {
      greeting.append((["AUTH"] + (address.username.map { [$0] } ?? []) + [password]).bytes)
    }
    if address.database > 0 { greeting.append(["SELECT", "\(address.database)"].bytes) }
    // Whoever may not ask this gets an answer, too.
    greeting.append(["PING"].bytes)
    let found = try stream.replies(to: greeting, limit: 1 << 16, until: end)
    for (command, reply) in zip(greeting.dropLast(), found) {
      if let word = reply.refusal {
        throw .init(reason: "it refuses \(String(decoding: command[0], as: UTF8.self)): \(word)", isRefusal: true)
      }
    }
    // Without a login that it asks for, it answers nothing else either.
    if let word = found.last?.refusal, word.hasSameBytes(as: "NOAUTH") {
      throw .init(reason: "it refuses a client without a login: NOAUTH", isRefusal: true)
    }
  }

  /// The addresses of the server; it may block for as long as a lookup takes.
  private func sockets() -> [SocketAddress] {
    switch place {
    case .unixSocket(let path): return [SocketAddress(path: path)].compactMap(\.self)
    case .host(let host, let port):
      if let address = IPAddress(host) { return [SocketAddress(address, port: port)] }
      return NameLookup.addresses(of: host).map { SocketAddress($0, port: port) }
    }
  }
}
