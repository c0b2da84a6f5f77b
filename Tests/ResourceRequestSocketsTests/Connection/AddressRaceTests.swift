// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @testable import ResourceRequestCore
  @testable import ResourceRequestLoop
  @testable import ResourceRequestSockets

  /// Hosts with several addresses, some of which do not respond.
  @Suite(.timeLimit(.minutes(2)))
  struct AddressRaceTests {
    private let transport = SocketTransport()

    private func send(
      _ url: String,
      _ addresses: [String],
      _ policy: AddressPolicy? = nil,
      connectTimeout: Timeout = .seconds(10),
      over other: SocketTransport? = nil
    ) async throws -> TransportResponse {
      let url = try ResourceURL(url)
      let fixed = try FixedAddress("\(url.origin.host):\(url.origin.port)", addresses)
      var options = ExchangeOptions(connection: ConnectionOptions(fixedAddresses: [fixed], addresses: policy))
      options.connectTimeout = connectTimeout
      return try await (other ?? transport).send(ResolvedRequest(url: url, options: options), context: CallContext())
    }

    @Test(arguments: [
      ["127.0.0.2", "127.0.0.1"], ["127.0.0.2", "127.0.0.3", "127.0.0.1"], ["127.0.0.2", "::1", "127.0.0.1"],
      ["::1", "127.0.0.2", "127.0.0.9", "127.0.0.1"],
    ])
    func `an address that answers is found though the ones before it are silent`(addresses: [String]) async throws {
      let server = try ScriptedServer.echo()
      let silent = try ["127.0.0.2", "127.0.0.3"].map { try SilentListener(address: $0, port: server.port) }
      // Waiting for the first address to time out would take longer than this suite's time limit.
      let response = try await send("http://race.invalid:\(server.port)/x", addresses, connectTimeout: .seconds(600))
      #expect(response.metrics.peerAddress == "127.0.0.1")
      #expect(server.requests.map(\.target) == ["/x"])
      #expect(server.connections.count == 1)
      // The connection is kept like any other.
      let next = try await send("http://race.invalid:\(server.port)/y", addresses)
      #expect(next.metrics.reusedConnection)
      #expect(next.metrics.peerAddress == "127.0.0.1")
      withExtendedLifetime(silent) {}
    }

    @Test func `a second address is tried beside a silent one though all places for connections are taken`()
      async throws
    {
      let server = try ScriptedServer.echo()
      let silent = try SilentListener(address: "127.0.0.2", port: server.port)
      let response = try await send(
        "http://race.invalid:\(server.port)/x",
        ["127.0.0.2", "127.0.0.1"],
        connectTimeout: .seconds(600),
        over: SocketTransport(SocketBudget(descriptors: 4))
      )
      #expect(response.metrics.peerAddress == "127.0.0.1")
      withExtendedLifetime(silent) {}
    }

    @Test(arguments: ["localhost", "localhost.", "a.localhost."])
    func `localhost is this machine with a final dot too, whatever is set for its connections`(_ host: String)
      async throws
    {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let url = try ResourceURL("http://\(host):\(server.port)/")
      let options = ExchangeOptions(connection: ConnectionOptions(addresses: AddressPolicy(kinds: [.loopback])))
      let request = ResolvedRequest(url: url, options: options)
      #expect(try await transport.send(request, context: CallContext()).metrics.peerAddress == "127.0.0.1")
    }

    @Test func `where all are silent the time to connect ends it, and every socket is closed`() async throws {
      let silent = try SilentListener(address: "127.0.0.2")
      let other = try SilentListener(address: "127.0.0.3", port: silent.port)
      let failure = await #expect(throws: TransportFailure.self) {
        try await send(
          "http://race.invalid:\(silent.port)/",
          ["127.0.0.2", "127.0.0.3"],
          connectTimeout: .milliseconds(600)
        )
      }
      #expect(failure?.code == .connectTimeout)
      let own = silent.fillingPorts.union(other.fillingPorts)
      #expect(try connecting(to: silent.port).subtracting(own) == [])
      withExtendedLifetime((silent, other)) {}
    }

    @Test func `an address the policy refuses is not raced to`() async throws {
      let server = try ScriptedServer.echo()
      let silent = try SilentListener(address: "127.0.0.2", port: server.port)
      let policy = AddressPolicy(kinds: [.public], networks: [try #require(AddressNetwork("127.0.0.2"))])
      let failure = await #expect(throws: TransportFailure.self) {
        try await send(
          "http://race.invalid:\(server.port)/",
          ["127.0.0.2", "127.0.0.1"],
          policy,
          connectTimeout: .milliseconds(800)
        )
      }
      #expect(failure?.mayHaveExecuted == false)
      #expect(server.connections.isEmpty)
      withExtendedLifetime(silent) {}
    }

    @Test func `a call that is cancelled gives up every address`() async throws {
      let silent = try SilentListener(address: "127.0.0.2")
      let other = try SilentListener(address: "127.0.0.3", port: silent.port)
      let task = Task { try await send("http://race.invalid:\(silent.port)/", ["127.0.0.2", "127.0.0.3"]) }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      withExtendedLifetime(other) {}
    }

    @Test func `families take turns, the one of the first address first`() throws {
      let texts = ["::1", "::2", "10.0.0.1", "10.0.0.2", "10.0.0.3"]
      let addresses = texts.compactMap { IPAddress($0) }.map { HostAddress($0) }
      let order = HostAddress.alternating(addresses).map(\.ip.description)
      #expect(order == ["::1", "10.0.0.1", "::2", "10.0.0.2", "10.0.0.3"])
    }

    /// The local ports of the sockets that are connecting to a port: `SYN_SENT` in the system's table.
    private func connecting(to port: Int) throws -> Set<Int> {
      let hexadecimal = String(port, radix: 16, uppercase: true)
      let end = ":" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
      let lines = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8).split(separator: "\n")
      return Set(
        lines.compactMap { line in
          let columns = line.split(separator: " ")
          guard columns.count > 3, columns[2].hasSuffix(end), columns[3] == "02" else { return nil }
          return Int(columns[1].suffix(4), radix: 16)
        }
      )
    }
  }
#endif
