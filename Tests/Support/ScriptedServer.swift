// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// A TCP server on a free loopback port that does exactly what a script says, well-formed or not.
///
/// The script runs once for each connection, on the connection's own thread. The server records what happens; tests
/// wait for it with the `async` calls, which fail with a message instead of hanging. The server stops with its last
/// reference or with ``stop()``.
///
/// ```swift
/// let server = try ScriptedServer { connection in
///   try connection.readRequest()
///   try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe")
///   connection.reset()
/// }
/// ```
public final class ScriptedServer: Sendable {
  /// What to do with one connection.
  public typealias Script = @Sendable (ScriptedConnection) throws -> Void

  /// The address it listens on.
  public let address: LoopbackAddress
  /// The port it listens on.
  public let port: Int

  private let listener: Listener

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - address: The loopback address to listen on.
  ///   - receiveBuffer: The size of the sockets' receive buffer in bytes; a small one shows back pressure early.
  ///   - script: What to do with each connection.
  /// - Throws: ``ScriptedServerError/system(call:errno:)`` when no socket can be opened.
  public init(
    on address: LoopbackAddress = .ipv4,
    receiveBuffer: Int? = nil,
    _ script: @escaping Script
  ) throws {
    self.address = address
    let (descriptor, port) = try Sockets.bound(address)
    self.port = port
    listener = try Listener(descriptor, receiveBuffer: receiveBuffer, script)
  }

  /// Starts listening on a bound socket without a port.
  init(listeningOn descriptor: Int32, _ script: @escaping Script) throws {
    (address, port) = (.ipv4, 0)
    listener = try Listener(descriptor, receiveBuffer: nil, script)
  }

  /// Starts a server that sends these responses to one request after another, over all connections in turn.
  ///
  /// A request beyond the last response is recorded in ``scriptFailures`` and ends its connection.
  public convenience init(
    on address: LoopbackAddress = .ipv4,
    responses: [ScriptedResponse],
    repeatsLast: Bool = false
  ) throws {
    let rest = Observed(responses[...])
    try self.init(on: address) { connection in
      while let request = try connection.nextRequest() {
        let response = rest.change { rest in
          rest.count == 1 && repeatsLast ? rest.first : rest.popFirst()
        }
        guard let response else {
          throw ScriptedServerError.noAnswerLeft("\(request.method) \(request.target)")
        }
        try connection.send(response)
        if response.closes { return }
      }
    }
  }

  deinit { listener.stop() }

  /// The authority for URLs and `Host`, such as `127.0.0.1:4711`.
  public var authority: String { "\(address.urlHost):\(port)" }

  /// The URL of a path on this server; the path is used as it is.
  public func url(_ path: String = "/") -> String { "http://\(authority)\(path)" }

  // MARK: What was seen

  /// The connections accepted so far, in order.
  public var connections: [ConnectionRecord] { listener.journal.current }

  /// The requests read completely so far, by connection and in order.
  public var requests: [ReceivedRequest] { connections.flatMap(\.requests) }

  /// The errors of scripts, except that the peer disconnected or the server was stopped.
  public var scriptFailures: [String] { listener.failures.current }

  // MARK: Waiting

  /// Suspends until `count` requests were read completely, and returns the last of them.
  @discardableResult
  public func waitForRequests(
    _ count: Int = 1,
    within limit: Duration = TimeLimit.standard
  ) async throws -> ReceivedRequest? {
    try await wait(for: "\(count) request(s)", within: limit) { $0.reduce(0) { $0 + $1.requests.count } >= count }
    return requests.last
  }

  /// Suspends until `count` connections were accepted.
  public func waitForConnections(_ count: Int, within limit: Duration = TimeLimit.standard) async throws {
    try await wait(for: "\(count) connection(s)", within: limit) { $0.count >= count }
  }

  /// Suspends until the peer has closed or reset a connection.
  public func waitForPeerClose(of index: Int = 0, within limit: Duration = TimeLimit.standard) async throws {
    try await wait(for: "the peer to close connection \(index)", within: limit) {
      $0.indices.contains(index) && $0[index].isClosedByPeer
    }
  }

  /// Suspends until the recorded connections meet a condition.
  public func wait(
    for what: String,
    within limit: Duration = TimeLimit.standard,
    until isDone: @escaping @Sendable ([ConnectionRecord]) -> Bool
  ) async throws {
    let failures = listener.failures
    try await listener.journal.wait(
      for: what,
      within: limit,
      describe: { records in
        let lines = records.enumerated().map { index, record in
          "connection \(index): \(record.requests.count) requests, \(record.receivedCount) bytes in, "
            + "\(record.sentCount) out\(record.isClosedByPeer ? ", closed by peer" : "")"
        }
        return ((lines.isEmpty ? ["no connection"] : lines) + failures.current).joined(separator: "; ")
      },
      until: { isDone($0) }
    )
  }

  // MARK: Ending

  /// Refuses new connections; open ones continue.
  public func stopListening() { listener.stopListening() }

  /// Refuses new connections, ends the open ones and unblocks their scripts.
  public func stop() { listener.stop() }
}
