// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl && os(Linux)
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  @testable import ResourceRequestCore
  @testable import ResourceRequestCurl
  @testable import ResourceRequestLoop

  /// Hosts with several addresses that do not respond, or are refused.
  @Suite(.timeLimit(.minutes(2)))
  struct SilentAddressTests {
    private let transport = CurlTransport()

    private func send(
      _ url: String,
      _ addresses: [String],
      _ policy: AddressPolicy? = nil,
      connectTimeout: Timeout = .seconds(10)
    ) async throws -> TransportResponse {
      let url = try ResourceURL(url)
      let fixed = try FixedAddress("\(url.origin.host):\(url.origin.port)", addresses)
      var options = ExchangeOptions(connection: ConnectionOptions(fixedAddresses: [fixed], addresses: policy))
      options.connectTimeout = connectTimeout
      return try await transport.send(ResolvedRequest(url: url, options: options), context: CallContext())
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

    @Test func `an address the policy refuses is not connected to`() async throws {
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
