// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestKit
  import TestSupport
  import Testing

  struct FixedAddressTests {
    private let transport = CurlTransport()

    private func send(_ url: String, _ addresses: [FixedAddress]) async throws -> TransportResponse {
      let options = ExchangeOptions(connection: ConnectionOptions(fixedAddresses: addresses))
      return try await transport.send(
        ResolvedRequest(url: ResourceURL(url), options: options),
        context: CallContext()
      )
    }

    @Test(arguments: [["127.0.0.1"], ["127.0.0.9", "127.0.0.1"], ["::1", "127.0.0.1"]])
    func `an address stands for a name that has none, or the next one does`(addresses: [String]) async throws {
      let server = try ScriptedServer.echo()
      let place = "api.invalid:\(server.port)"
      let response = try await send("http://API.invalid:\(server.port)/x", [try FixedAddress(place, addresses)])
      #expect(response.metrics.peerAddress == "127.0.0.1")
      #expect(server.requests.first?.header("Host") == place)
      #expect(server.requests.first?.target == "/x")
    }

    @Test func `what one service fixes holds for no other`() async throws {
      let server = try ScriptedServer.echo()
      let place = "api.invalid:\(server.port)"
      for addresses in [["127.0.0.1"], ["127.0.0.1", "127.0.0.9"]] {
        let fixed = [try FixedAddress(place, addresses)]
        _ = try await send("http://\(place)/", fixed)
        let failure = await #expect(throws: TransportFailure.self) { try await send("http://\(place)/", []) }
        #expect(failure?.code == .nameNotResolved)
        // With the same addresses, the open connection is reused.
        #expect(try await send("http://\(place)/", fixed).metrics.reusedConnection)
      }
    }

    @Test func `another port or host is looked up as always`() async throws {
      let server = try ScriptedServer.echo()
      let fixed = [try FixedAddress("127.0.0.1:1", ["127.0.0.9"]), try FixedAddress("other.invalid:80", ["127.0.0.9"])]
      #expect(try await send(server.url("/"), fixed).status == 200)
    }
  }
#endif
