// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import ResourceRequestTesting
import Testing

@testable import ResourceRequestValkey

/// What becomes of requests when something becomes of the server: nothing.
@Suite(.timeLimit(.minutes(3)), .serialized, .enabled(if: ValkeyServer.isInstalled, "there is no redis-server"))
struct FleetFailureTests {
  /// What becomes of a server while a client uses it.
  enum Fate: String, CaseIterable, Sendable {
    case killed, paused, full, slow, emptied, refusing

    func befall(_ server: ValkeyServer) throws {
      switch self {
      case .killed: server.end()
      // To the client it is a connection whose other end is gone without a word.
      case .paused: server.pause()
      case .full:
        try server.command(["config", "set", "maxmemory-policy", "noeviction"])
        try server.command(["config", "set", "maxmemory", "1"])
      // Each command may take as long as the limit.
      case .slow: try server.begin(["-r", "200", "debug", "sleep", "0.018"])
      case .emptied:
        try server.command(["flushall"])
        try server.command(["client", "kill", "type", "normal", "skipme", "yes"])
      case .refusing:
        try server.command(["config", "set", "requirepass", "hunter2"])
        try server.command(["-a", "hunter2", "client", "kill", "type", "normal", "skipme", "yes"])
      }
    }
  }

  /// How a server is reached.
  enum Way: String, CaseIterable, Sendable {
    case socket
    #if Sockets && os(Linux)
      case tls
    #endif
  }

  private static func server(_ way: Way) async throws -> (server: ValkeyServer, keys: String) {
    let debug = ["--enable-debug-command", "yes"]
    switch way {
    case .socket:
      let server = try await ValkeyServer(debug)
      return (server, #""server": "\#(server.address)""#)
    #if Sockets && os(Linux)
      case .tls:
        let (server, port, certificate, key) = try await ValkeyServer.secured(debug)
        let files = #""caFile": "\#(certificate)", "certificate": "\#(certificate)", "key": "\#(key)""#
        return (server, #""server": "valkeys://127.0.0.1:\#(port)", \#(files)"#)
    #endif
    }
  }

  private static func client(_ keys: String) throws -> ResourceClient {
    let json = #"""
      {"service": "orders", "baseUrl": "https://orders.example", "cache": true,
       "auth": {"type": "oauth2", "tokenUrl": "https://login.example/token", "clientId": "me", "clientSecret": "${env:SECRET}"},
       "fleetRate": {\#(keys), "requests": 1000, "instances": 2},
       "shared": {\#(keys), "use": ["cache", "tokens", "health"], "tokenKey": "${env:KEY}"}}
      """#
    let transport = StubTransport { request, _ in
      request.url.origin.host == "login.example"
        ? .json(["access_token": "one", "token_type": "Bearer", "expires_in": 600])
        : .text("done", headers: ["Cache-Control": "max-age=60"])
    }
    return ResourceClient(
      configuration: try ResourceConfiguration(
        json: json,
        environment: ["SECRET": "hush", "KEY": "a key of thirty-two bytes or more"],
        vocabulary: .standard + [FleetStores(), FleetRate()]
      ),
      transport: transport
    )
  }

  @Test(arguments: Fate.allCases, Way.allCases)
  func `no request fails by what becomes of the server`(_ fate: Fate, _ way: Way) async throws {
    let (server, keys) = try await Self.server(way)
    let client = try Self.client(keys)
    for number in 0..<120 {
      if number == 20 { try fate.befall(server) }
      let request = ResourceRequest("\(number)", service: "orders", timeout: .seconds(30))
      #expect(try await client.send(request).text == "done")
    }
    server.resume()
  }
}
