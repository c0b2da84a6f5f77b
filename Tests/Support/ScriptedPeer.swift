// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
public import ResourceRequestTesting

/// The other end of the conformance suite's connections: scripted servers on loopback.
public struct ScriptedPeer: ConformancePeer {
  /// A peer.
  public init() {}

  /// Starts a server.
  public func start(
    _ behaviour: ConformanceBehaviour,
    on address: ConformanceAddress
  ) async throws -> any ConformanceServer {
    let address: LoopbackAddress = address == .ipv4 ? .ipv4 : .ipv6
    switch behaviour {
    case .serves(let scripts):
      return try Playing(scripts, on: address)
    case .refuses:
      let port = try ClosedPort(on: address)
      return Unanswering(authority: "\(address.urlHost):\(port.port)", port: port)
    case .ignores:
      let listener = try SilentListener()
      return Unanswering(authority: "127.0.0.1:\(listener.port)", port: listener)
    }
  }

  /// A server that plays scripts.
  private final class Playing: ConformanceServer {
    private let server: ScriptedServer
    private let seen: Observed<[ConformanceRecord]>

    init(_ scripts: [ConformanceScript], on address: LoopbackAddress) throws {
      let seen = Observed<[ConformanceRecord]>([])
      self.seen = seen
      server = try ScriptedServer(on: address) { connection in
        guard let script = scripts.indices.contains(connection.index) ? scripts[connection.index] : scripts.last
        else { return }
        try ScriptedPeer.play(script, on: connection) { record in
          seen.change { records in
            while records.count <= connection.index { records.append(ConformanceRecord()) }
            records[connection.index] = record
          }
        }
      }
    }

    var authority: String { server.authority }
    var records: [ConformanceRecord] { seen.current }

    func wait(until isDone: @escaping @Sendable ([ConformanceRecord]) -> Bool) async throws {
      try await seen.wait(
        for: "what the case wants to see",
        within: TimeLimit.standard,
        describe: { records in
          records.map { record in
            "\(record.requests.count) requests, \(record.stepsDone) steps\(record.isClosedByTransport ? ", closed" : "")"
          }.joined(separator: "; ")
        },
        until: { isDone($0) }
      )
    }

    func stop() { server.stop() }
  }

  /// A port that nobody is served at, for as long as the value lives that holds it.
  private struct Unanswering: ConformanceServer {
    let authority: String
    let port: any Sendable

    var records: [ConformanceRecord] { [] }

    func wait(until isDone: @escaping @Sendable ([ConformanceRecord]) -> Bool) async throws {
      guard isDone([]) else {
        throw ScriptedServerError.timedOut(waitingFor: "a connection", seen: "a port without one")
      }
    }

    func stop() {}
  }

  private static func play(
    _ script: ConformanceScript,
    on connection: ScriptedConnection,
    publish: (ConformanceRecord) -> Void
  ) throws {
    var player = ConformancePlayer(script)
    while true {
      let action = player.nextAction()
      publish(player.record)
      do {
        switch action {
        case .receive: player.received(try connection.readAvailable())
        case .send(let bytes): try connection.send(bytes)
        case .pause(let duration): try connection.pause(for: duration)
        case .hold: try connection.wait(for: Gate())
        case .close: return
        case .reset: return connection.reset()
        }
      } catch ScriptedServerError.closedByPeer {
        player.received([])
        if case .send = action { return publish(player.record) }
      }
    }
  }
}
