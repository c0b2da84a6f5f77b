// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestConformance
import ResourceRequestCore
import TestSupport
import Testing

@testable import ResourceRequestValkey

/// Servers with TLS, and several that are a cluster.
@Suite(.timeLimit(.minutes(2)), .serialized, .enabled(if: ValkeyServer.isInstalled, "there is no redis-server"))
struct ServerSetTests {
  private static func send(_ address: ValkeyAddress, _ words: [String]) async throws -> ValkeyReply {
    try await ValkeyLine(address, limit: .seconds(10), replyLimit: 1 << 16).send([words.bytes])[0]
  }

  private static func failure(_ address: ValkeyAddress, within limit: Duration = .seconds(10)) async -> String? {
    do { _ = try await ValkeyLine(address, limit: limit, replyLimit: 1 << 16).send("PING") } catch {
      return error.reason
    }
    return nil
  }

  @Test func `a server that only reads is not connected to anew for every write`() async throws {
    let server = try await ValkeyServer()
    _ = try server.command(["replicaof", "127.0.0.1", "1"])
    let line = ValkeyLine(try ValkeyAddress(server.address, password: nil), limit: .seconds(10), replyLimit: 1 << 16)
    for _ in 0..<20 { await #expect(throws: ValkeyFailure.self) { try await line.send([["SET", "a", "1"].bytes]) } }
    let stats = try server.command(["info", "stats"])
    let made = stats.split(separator: "\r\n").first { $0.hasPrefix("total_connections_received:") }
    // Those of the commands of this test too.
    #expect(made.flatMap { Int($0.split(separator: ":")[1]) } ?? .max < 10, "\(made ?? "")")
  }

  // MARK: TLS

  #if Sockets && os(Linux)
    @Test func `over TLS it is a store as any other`() async throws {
      let (server, port, certificate, key) = try await ValkeyServer.secured()
      let failures = await CacheStoreConformance {
        try ValkeyCacheStore(
          "valkeys://127.0.0.1:\(port)",
          tls: TLSOptions(caFile: certificate, certificate: certificate, key: key),
          prefix: "case-\(UUID())",
          timeLimit: .seconds(10)
        )
      }.run()
      withExtendedLifetime(server) {}
      #expect(failures.map(\.description) == [])
    }

    @Test func `large replies arrive over TLS as they were sent`() async throws {
      let (server, port, certificate, key) = try await ValkeyServer.secured()
      let tls = TLSOptions(caFile: certificate, certificate: certificate, key: key)
      let line = ValkeyLine(
        try ValkeyAddress("rediss://127.0.0.1:\(port)", password: nil, tls: tls),
        limit: .seconds(10),
        replyLimit: 8 << 20
      )
      let value = [UInt8](SeededGenerator.bytes(3 << 20))
      let replies = try await line.send([["SET", "k"].bytes + [value], ["GET", "k"].bytes, ["GET", "k"].bytes])
      withExtendedLifetime(server) {}
      #expect(replies[1] == .bytes(value))
      #expect(replies[2] == .bytes(value))
    }

    @Test func `a server is refused that is not who it should be, and so is a client`() async throws {
      let (server, port, certificate, key) = try await ValkeyServer.secured()
      func address(_ host: String, _ tls: TLSOptions?) throws -> ValkeyAddress {
        try ValkeyAddress("valkeys://\(host):\(port)", password: nil, tls: tls)
      }
      var tls = TLSOptions(caFile: certificate, certificate: certificate, key: key)
      #expect(try await Self.failure(address("127.0.0.1", tls)) == nil)
      #expect(
        try await Self.failure(address("127.0.0.1", nil))
          == "the certificate of 127.0.0.1 is not trusted: self-signed certificate"
      )
      #expect(
        try await Self.failure(address("localhost", tls))
          == "the certificate of localhost is not trusted: it is not for the name localhost"
      )
      tls.serverName = "cache.test"
      #expect(try await Self.failure(address("localhost", tls)) == nil)
      let reason = try #require(try await Self.failure(address("127.0.0.1", TLSOptions(caFile: certificate))))
      #expect(
        reason.hasPrefix("the TLS handshake with 127.0.0.1 failed: the server has refused with alert"),
        "\(reason)"
      )
      // Without TLS at the port of TLS, and with TLS where there is none.
      let plain = try ValkeyAddress("valkey://127.0.0.1:\(port)", password: nil)
      #expect(await Self.failure(plain) != nil)
      withExtendedLifetime(server) {}
    }

    @Test func `a server that says nothing within the handshake ends the command by its limit`() async throws {
      let (server, port, _, _) = try await ValkeyServer.secured()
      server.pause()
      let address = try ValkeyAddress("valkeys://127.0.0.1:\(port)", password: nil)
      let start = ContinuousClock.now
      #expect(await Self.failure(address, within: .milliseconds(300)) == "it is not connected in time")
      #expect(start.duration(to: .now) < .seconds(5))
      server.resume()
    }
  #endif

  @Test(arguments: [
    ("valkey://cache", #", "serverName": "cache.test""#, "the address is one without TLS"),
    ("valkeys://cache", #", "caFile": "/nowhere/ca.pem""#, "the file cannot be read"),
  ])
  func `options of TLS are read with the configuration`(_ server: String, _ more: String, _ fault: String) {
    let error = #expect(throws: ConfigurationError.self) {
      try ResourceConfiguration(
        json:
          #"{"service": "a", "baseUrl": "https://a.example", "shared": {"server": "\#(server)", "use": ["cache"]\#(more)}}"#,
        vocabulary: .standard + [FleetStores()]
      )
    }
    #expect(error?.description.contains(fault) ?? false, "\(error?.description ?? "")")
  }

  // MARK: Clusters

  @Test func `each command goes to the server of a cluster that has its key`() async throws {
    let servers = try await ValkeyServer.cluster()
    let address = try ValkeyAddress("valkey://127.0.0.1:\(servers[1].port)", password: nil)
    let line = ValkeyLine(address, limit: .seconds(10), replyLimit: 1 << 16)
    for number in 0..<60 { _ = try await line.send([["SET", "key-\(number)", "\(number)"].bytes]) }
    let other = ValkeyLine(address, limit: .seconds(10), replyLimit: 1 << 16)
    for number in 0..<60 {
      #expect(try await other.send([["GET", "key-\(number)"].bytes]) == [.bytes(Array("\(number)".utf8))])
    }
    let counts = try servers.map { try #require(Int($0.server.command(["dbsize"]).filter(\.isNumber))) }
    #expect(counts.reduce(0, +) == 60)
    #expect(counts.allSatisfy { $0 > 0 }, "\(counts)")
    #expect(try await other.places().count == 3)
  }

  @Test func `a cluster is a store as any other, and what is stored together is together`() async throws {
    let servers = try await ValkeyServer.cluster()
    let address = "valkey://127.0.0.1:\(servers[0].port)"
    let failures = await CacheStoreConformance {
      try ValkeyCacheStore(address, prefix: "case-\(UUID())", timeLimit: .seconds(10))
    }.run()
    withExtendedLifetime(servers) {}
    #expect(failures.map(\.description) == [])
  }

  @Test func `servers that say where a key is, and not who else there is, are asked over one connection each`()
    async throws
  {
    let servers = try await ValkeyServer.cluster()
    let address = try ValkeyAddress("valkey://127.0.0.1:\(servers[0].port)", password: nil)
    for (server, _) in servers { try server.command(["acl", "setuser", "default", "-cluster"]) }
    func received() throws -> Int {
      let known = try servers[2].server.command(["info", "stats"])
      let line = known.split(whereSeparator: \.isNewline).first { $0.hasPrefix("total_connections_received:") }
      return try #require(line.flatMap { Int($0.drop { !$0.isNumber }) })
    }
    let before = try received()
    let asked = ValkeyLine(address, limit: .seconds(10), replyLimit: 1 << 16)
    // "bar" is the first server's, "foo" the third's.
    for _ in 0..<12 {
      for key in ["foo", "bar"] { _ = try await asked.send([["SET", key, "1"].bytes]) }
    }
    // The line's, and that of who asks.
    #expect(try received() - before <= 2)
    #expect(try servers[2].server.command(["info", "commandstats"]).contains("cmdstat_set:calls=12"))
    await #expect(throws: ValkeyFailure.self) { try await asked.places() }
  }

  @Test(arguments: [
    ":-9223372036854775808", ":9223372036854775807", "*-1", "$-1", "-MOVED 1 :0", "-MOVED 99999 127.0.0.1:1",
  ])
  func `replies that no server gives end as failures, or as nothing`(_ reply: String) async throws {
    // The first is the reply to the greeting.
    let junk = try JunkServer(Array(("+PONG\r\n").utf8), then: Array((reply + "\r\n").utf8))
    let store = try ValkeyCacheStore("valkey://127.0.0.1:\(junk.port)", timeLimit: .seconds(10))
    let found = try? await store.variants(of: CacheKey(partition: "a", url: "https://a.example/"))
    #expect(found?.isEmpty ?? true)
    _ = try? await store.usage()
    #expect(junk.hasBeenAsked, "\(reply)")
  }

  @Test func `a connection that was made before it is needed, and has been closed since, is made again`() async throws {
    let server = try await ValkeyServer()
    let line = ValkeyLine(try ValkeyAddress(server.address, password: nil), limit: .seconds(10), replyLimit: 1 << 16)
    line.prepare()
    try await until { line.condition == "answers" }
    try server.command(["client", "kill", "type", "normal", "skipme", "yes"])
    #expect(try await line.send("PING") == .bytes(Array("PONG".utf8)))
  }

  @Test func `a connection that failed before it was needed is tried again when it is`() async throws {
    let port = try JunkServer([]).port
    let line = ValkeyLine(
      try ValkeyAddress("valkey://127.0.0.1:\(port)", password: nil),
      limit: .seconds(10),
      replyLimit: 1 << 16
    )
    line.prepare()
    try await until { line.condition.hasPrefix("away") }
    let failed = ContinuousClock.now
    let server = try await ValkeyServer(["--port", "\(port)"])
    // For a second it is left alone.
    while failed.duration(to: .now) < .milliseconds(1_100) { await Task.yield() }
    #expect(try await line.send("PING") == .bytes(Array("PONG".utf8)))
    withExtendedLifetime(server) {}
  }

  @Test func `a connection may take as long as a command`() async throws {
    let slow = try JunkServer([], after: .milliseconds(1_300), then: Array("+PONG\r\n".utf8))
    let address = try ValkeyAddress("valkey://127.0.0.1:\(slow.port)", password: nil)
    #expect(await Self.failure(address, within: .seconds(20)) == nil)
  }

  #if Sockets && os(Linux)
    @Test func `tokens are shared, and turns taken, in a cluster`() async throws {
      let servers = try await ValkeyServer.cluster()
      let address = try ValkeyAddress("valkey://127.0.0.1:\(servers[2].port)", password: nil)
      for name in (0..<8).map({ "token-\($0)" }) {
        func tokens() -> FleetTokens {
          let line = ValkeyLine(address, limit: .seconds(10), replyLimit: 1 << 16)
          return FleetTokens(prefix: "p", secret: Secret(String(repeating: "k", count: 32))) { try await line.send($0) }
        }
        let context = CallContext()
        _ = try await tokens().token(name, insteadOf: nil, context: context) {
          AccessToken(Secret(name), lifetime: .seconds(3_600))
        }
        let token = try await tokens().token(name, insteadOf: nil, context: context) { throw CancellationError() }
        #expect(token.value == Secret(name))
      }
      withExtendedLifetime(servers) {}
    }
  #endif

  @Test(arguments: [0, 1])
  func `a server of a cluster that hangs is given up, however seldom it is asked`(_ entrance: Int) async throws {
    let servers = try await ValkeyServer.cluster()
    let address = try ValkeyAddress("valkey://127.0.0.1:\(servers[entrance].port)", password: nil)
    // A connection may take a second: the command that waits for it ends before.
    let line = ValkeyLine(address, limit: .milliseconds(900), replyLimit: 1 << 16)
    // "bar" is the first server's, "foo" the third's.
    for key in ["foo", "bar"] {
      try await until { (try? await line.send([["SET", key, "1"].bytes])) != nil }
    }
    servers[0].server.pause()
    await #expect(throws: ValkeyFailure.self) { try await line.send([["GET", "bar"].bytes]) }
    let failed = ContinuousClock.now
    // For a second it is left alone.
    while failed.duration(to: .now) < .milliseconds(1_100) { await Task.yield() }
    await #expect(throws: ValkeyFailure.self) { try await line.send([["GET", "bar"].bytes]) }
    // Another one takes the slot of "bar", which it has nothing of.
    let third = try servers[2].server.command(["cluster", "myid"]).filter { !$0.isWhitespace }
    for (server, _) in servers[1...] { try server.command(["cluster", "setslot", "5061", "node", third]) }
    #expect(try await line.send([["GET", "bar"].bytes]) == [.nothing])
    servers[0].server.resume()
  }

  @Test func `keys that have moved, and servers that have ended, are looked for again`() async throws {
    let servers = try await ValkeyServer.cluster()
    let line = ValkeyLine(
      try ValkeyAddress("valkey://127.0.0.1:\(servers[0].port)", password: nil),
      limit: .seconds(10),
      replyLimit: 1 << 16
    )
    // "bar" has slot 5,061, which is the first server's.
    _ = try await line.send([["SET", "bar", "1"].bytes])
    let third = try servers[2].server.command(["cluster", "myid"]).filter { !$0.isWhitespace }
    let first = try servers[0].server.command(["cluster", "myid"]).filter { !$0.isWhitespace }
    try servers[2].server.command(["cluster", "setslot", "5061", "importing", first])
    try servers[0].server.command(["cluster", "setslot", "5061", "migrating", third])
    try servers[0].server.command(["migrate", "127.0.0.1", "\(servers[2].port)", "bar", "0", "5000"])
    // While the slot moves, a server sends on what it has not any more.
    #expect(try await line.send([["GET", "bar"].bytes]) == [.bytes(Array("1".utf8))])
    for (server, _) in servers { try server.command(["cluster", "setslot", "5061", "node", third]) }
    #expect(try await line.send([["GET", "bar"].bytes]) == [.bytes(Array("1".utf8))])
    // The server of the address ends; the others know the rest.
    servers[0].server.end()
    await #expect(throws: ValkeyFailure.self) { try await line.send("GET", Array("{user1000}".utf8)) }
    #expect(try await line.send([["GET", "bar"].bytes]) == [.bytes(Array("1".utf8))])
  }
}
