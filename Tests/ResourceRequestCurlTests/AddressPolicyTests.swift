// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Nothing reaches a refused address: no connection is opened, and no request is sent on an open one.
  @Suite struct `Where requests may go` {
    private func client(
      _ addresses: AddressPolicy?,
      fixed: [FixedAddress] = [],
      proxy: ProxyRules? = nil,
      transport: CurlTransport = CurlTransport()
    ) -> ResourceClient {
      let connection = ConnectionOptions(proxy: proxy, fixedAddresses: fixed, addresses: addresses)
      let defaults = ServiceSettings(connection: connection)
      return ResourceClient(configuration: ResourceConfiguration(defaults: defaults), transport: transport)
    }

    private func untrusted(_ url: String) -> ResourceRequest {
      var request = ResourceRequest(url)
      request.trust = .untrusted
      return request
    }

    /// Expects that the request is refused; after a redirect, the first hop has had a response and may have been
    /// executed.
    private func refusal(
      _ request: ResourceRequest,
      by client: ResourceClient,
      afterRedirect: Bool = false
    ) async -> ResourceError? {
      let error = await #expect(throws: ResourceError.self) { try await client.send(request) }
      #expect(error?.code == .addressRefused)
      #expect(error?.mayHaveExecuted == afterRedirect)
      #expect(error?.isRetryable == false)
      return error
    }

    @Test(arguments: ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "localhost", "0.0.0.0"])
    func `no spelling of this machine is reached from data`(host: String) async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      _ = try await client(nil).send(ResourceRequest("http://\(host):\(server.port)/"))
      let error = await refusal(untrusted("http://\(host):\(server.port)/"), by: client(nil))
      #expect(error?.message.contains("\"addresses\"") == true)
      #expect(server.connections.count == 1)
    }

    @Test func `a name that leads to this machine is refused before a byte leaves`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      for scheme in ["http", "https"] {
        for addresses in [["127.0.0.1"], ["127.0.0.1", "::1"]] {
          let place = "inner.example:\(server.port)"
          let error = await refusal(
            untrusted("\(scheme)://\(place)/"),
            by: client(nil, fixed: [try FixedAddress(place, addresses)])
          )
          #expect(error?.message.contains("this machine") == true)
        }
      }
      #expect(server.connections.isEmpty)
    }

    @Test func `of several addresses of a name the one that is allowed is taken`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let place = "inner.example:\(server.port)"
      let policy = AddressPolicy(kinds: [.public], networks: [try #require(AddressNetwork("127.0.0.1"))])
      let client = client(policy, fixed: [try FixedAddress(place, ["127.0.0.2", "::1", "127.0.0.1"])])
      let response = try await client.send(untrusted("http://\(place)/"))
      #expect(response.metrics.last.peerAddress == "127.0.0.1")
    }

    @Test func `a connection that others opened carries nothing that may not go there`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let client = client(nil, fixed: [try FixedAddress("inner.example:\(server.port)", ["127.0.0.1"])])
      let url = "http://inner.example:\(server.port)/"
      _ = try await client.send(ResourceRequest(url))
      _ = await refusal(untrusted(url), by: client)
      // The refusal does not affect requests that are allowed.
      _ = try await client.send(ResourceRequest(url))
      #expect(server.requests.count == 2)
    }

    @Test func `a name that leads elsewhere the second time leads nowhere`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let place = "rebound.example:\(server.port)"
      let allowed = AddressPolicy(kinds: [.public], networks: [try #require(AddressNetwork("127.0.0.1"))])
      let transport = CurlTransport()
      for (address, isAllowed) in [("127.0.0.1", true), ("127.0.0.2", false)] {
        let client = client(allowed, fixed: [try FixedAddress(place, [address])], transport: transport)
        if isAllowed {
          _ = try await client.send(untrusted("http://\(place)/"))
        } else {
          _ = await refusal(untrusted("http://\(place)/"), by: client)
        }
      }
      #expect(server.requests.count == 1)
    }

    @Test(arguments: [
      "http://127.0.0.1:%/x", "http://[::ffff:127.0.0.1]:%/x", "//127.0.0.1:%/x", "http://0x7f000001:%/",
    ])
    func `a redirect leads no further than the request might`(location: String) async throws {
      let inner = try ScriptedServer.echo()
      defer { inner.stop() }
      let target = location.replacing("%", with: "\(inner.port)")
      let outer = try ScriptedServer(on: .ipv6, responses: [ScriptedResponse(302, headers: [("Location", target)])])
      defer { outer.stop() }
      // The outer server stands for a public one: the policy allows its address explicitly.
      let place = "public.example:\(outer.port)"
      let policy = AddressPolicy(kinds: [.public], networks: [try #require(AddressNetwork("::1"))])
      let client = client(policy, fixed: [try FixedAddress(place, ["::1"])])
      _ = await refusal(untrusted("http://\(place)/"), by: client, afterRedirect: true)
      #expect(outer.requests.count == 1)
      #expect(inner.connections.isEmpty)
    }

    @Test func `a service is not reached by its address from data, nor a redirect out of one followed`() async throws {
      let inner = try ScriptedServer.echo()
      defer { inner.stop() }
      let service = try ScriptedServer(
        responses: [ScriptedResponse(302, headers: [("Location", inner.url("/"))])],
        repeatsLast: true
      )
      defer { service.stop() }
      let client = ResourceClient(
        configuration: ResourceConfiguration(services: [
          BackendService(name: "inner", baseURL: try ResourceURL(service.url("/")))
        ])
      )
      _ = await refusal(untrusted(service.url("/")), by: client)
      var request = ResourceRequest("x", service: "inner")
      #expect(try await client.send(request).status == 200)
      request.trust = .untrusted
      _ = await refusal(request, by: client, afterRedirect: true)
      #expect(service.requests.count == 2)
      #expect(inner.requests.count == 1)
    }

    @Test func `through a proxy the name counts, and the address of the proxy`() async throws {
      let proxy = try ScriptedServer.echo()
      defer { proxy.stop() }
      let rules = ProxyRules(try Proxy("http://\(proxy.authority)"))
      let error = await refusal(untrusted("http://far.example/"), by: client(nil, proxy: rules))
      #expect(error?.message.contains("by the proxy http://127.0.0.1:") == true)
      let policy = AddressPolicy(kinds: [.public], networks: [try #require(AddressNetwork("127.0.0.1"))])
      let client = client(policy, proxy: rules)
      _ = try await client.send(untrusted("http://far.example/"))
      _ = await refusal(untrusted("http://10.0.0.1/"), by: client)
      _ = await refusal(untrusted("http://169.254.169.254/latest"), by: client)
      #expect(proxy.requests.map(\.target) == ["http://far.example/"])
    }

    @Test func `a name that this side looks up for a SOCKS proxy is refused, since its address is not looked at`()
      async throws
    {
      let proxy = try ScriptedServer { try $0.waitForPeerClose() }
      defer { proxy.stop() }
      let policy = AddressPolicy(kinds: [.public], networks: [try #require(AddressNetwork("127.0.0.1"))])
      let rules = ProxyRules(try Proxy("socks5://\(proxy.authority)"))
      let error = await refusal(untrusted("http://far.example/"), by: client(policy, proxy: rules))
      #expect(error?.message.contains("socks5h") == true)
      #expect(proxy.connections.isEmpty)
    }

    @Test func `schemes, ports and hosts are refused before anything happens`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      for policy in [
        AddressPolicy(schemes: [.https]), AddressPolicy(ports: [1...1]),
        AddressPolicy(hosts: [try #require(HostPattern("api.example"))]),
      ] {
        _ = await refusal(ResourceRequest(server.url("/")), by: client(policy))
      }
      #expect(server.connections.isEmpty)
    }

    @Test func `streams and downloads are held to it too`() async throws {
      let server = try ScriptedServer.echo()
      defer { server.stop() }
      let client = client(nil)
      let error = await #expect(throws: ResourceError.self) {
        _ = try await client.stream(untrusted("http://localhost:\(server.port)/"))
      }
      #expect(error?.code == .addressRefused)
      #expect(server.connections.isEmpty)
    }
  }
#endif
