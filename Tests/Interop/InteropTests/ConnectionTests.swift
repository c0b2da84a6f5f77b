// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// Connections to other addresses than that of the URL's host: Unix-domain sockets, proxies, fixed addresses.
///
/// One after the other, since the proxy has fewer threads than all of them together would take.
@Suite(.serialized) struct ConnectionTests {
  static let transports = TransportUnderTest.allCases

  private func get(_ url: String, _ connection: ConnectionOptions, over transport: any Transport) async throws -> JSON {
    let response = try await TransportUnderTest.curl.send(
      .get,
      url,
      options: ExchangeOptions(connection: connection),
      over: transport
    )
    return try JSON(parsing: String(decoding: response.body.bytes, as: UTF8.self))
  }

  private func proxy(password: Secret = "pass") throws -> ProxyRules {
    ProxyRules(try Proxy(try Servers.variable("INTEROP_PROXY"), username: "anna", password: password))
  }

  @Test(arguments: transports)
  func `a Unix-domain socket leads to its server, and to no other's connection`(
    over kind: TransportUnderTest
  ) async throws {
    let transport = kind.alone()
    let socket = ConnectionOptions(unixSocket: try Servers.variable("INTEROP_SOCKET"))
    let first = try await get("http://orders.invalid/echo", socket, over: transport)
    #expect(first["host"] == "orders.invalid")
    let again = try await get("http://orders.invalid/echo", socket, over: transport)
    #expect(again["connection"] == first["connection"])
    let straight = await #expect(throws: TransportFailure.self) {
      try await get("http://orders.invalid/echo", ConnectionOptions(), over: transport)
    }
    #expect(straight?.code == .nameNotResolved)
  }

  @Test(arguments: transports)
  func `a socket without a listener is a failed connection`(over kind: TransportUnderTest) async throws {
    let transport = kind.alone()
    let socket = ConnectionOptions(unixSocket: try Servers.variable("INTEROP_FILES") + "/no.sock")
    let failure = await #expect(throws: TransportFailure.self) {
      try await get("http://orders.invalid/echo", socket, over: transport)
    }
    #expect(failure?.code == .connectFailed)
  }

  @Test(arguments: transports)
  func `a proxy carries requests, and tunnels those over TLS`(over kind: TransportUnderTest) async throws {
    let transport = kind.alone()
    var connection = ConnectionOptions(proxy: try proxy())
    #expect(try await get(Servers.nginx("/echo/x"), connection, over: transport)["target"] == "/echo/x")
    connection.tls = TLSOptions(caFile: try Servers.authority())
    let first = try await get(Servers.nginxTLS("/echo/y"), connection, over: transport)
    #expect(first["target"] == "/echo/y")
    #expect(try await get(Servers.nginxTLS("/echo"), connection, over: transport)["connection"] == first["connection"])
  }

  @Test(arguments: transports)
  func `many requests at once share tunnels that are being made`(over kind: TransportUnderTest) async throws {
    let transport = kind.alone()
    let connection = ConnectionOptions(
      tls: TLSOptions(caFile: try Servers.authority(), minimumVersion: .v1_2),
      proxy: try proxy()
    )
    let url = try Servers.nginxTLS("/echo")
    try await withThrowingTaskGroup(of: JSON.self) { group in
      for _ in 0..<40 { group.addTask { try await get(url, connection, over: transport) } }
      for try await answer in group { #expect(answer["target"] == "/echo") }
    }
  }

  @Test(arguments: transports)
  func `a tunnel is not reused with other credentials`(over kind: TransportUnderTest) async throws {
    let transport = kind.alone()
    let tls = TLSOptions(caFile: try Servers.authority())
    let url = try Servers.nginxTLS("/echo")
    for _ in 0..<2 { _ = try await get(url, ConnectionOptions(tls: tls, proxy: try proxy()), over: transport) }
    let stranger = ConnectionOptions(tls: tls, proxy: try proxy(password: "guess"))
    let failure = await #expect(throws: TransportFailure.self) { try await get(url, stranger, over: transport) }
    #expect(failure?.code == .proxyFailed)
    let nobody = ConnectionOptions(proxy: ProxyRules(try Proxy(try Servers.variable("INTEROP_PROXY"))))
    let plain = await #expect(throws: TransportFailure.self) {
      try await get(Servers.nginx("/echo"), nobody, over: transport)
    }
    #expect(plain?.code == .proxyFailed)
  }

  @Test(arguments: transports)
  func `a proxy over TLS carries requests and tunnels, and has to prove itself`(
    over kind: TransportUnderTest
  ) async throws {
    let transport = kind.alone()
    let url = try Servers.variable("INTEROP_PROXY_TLS")
    let rules = ProxyRules(try Proxy(url, username: "anna", password: "pass"))
    let trusted = ConnectionOptions(tls: TLSOptions(caFile: try Servers.authority()), proxy: rules)
    #expect(try await get(Servers.nginx("/echo/x"), trusted, over: transport)["target"] == "/echo/x")
    #expect(try await get(Servers.nginxTLS("/echo/y"), trusted, over: transport)["target"] == "/echo/y")
    // tinyproxy answers a wrong password with 401, which for a forwarded request could be the server's response.
    for (target, password) in [(try Servers.nginx("/echo"), nil), (try Servers.nginxTLS("/echo"), "guess" as Secret?)] {
      let guessed = ProxyRules(try Proxy(url, username: password.map { _ in "anna" }, password: password))
      let refused = await #expect(throws: TransportFailure.self) {
        try await get(target, ConnectionOptions(tls: trusted.tls, proxy: guessed), over: transport)
      }
      #expect(refused?.code == .proxyFailed)
      #expect(refused?.mayHaveExecuted == false)
      let unknown = await #expect(throws: TransportFailure.self) {
        try await get(target, ConnectionOptions(proxy: rules), over: transport)
      }
      #expect(unknown?.code == .certificateRejected)
      #expect(unknown?.mayHaveExecuted == false)
    }
  }

  @Test(arguments: transports)
  func `a tunnel to a port the proxy forbids has failed`(over kind: TransportUnderTest) async throws {
    let transport = kind.alone()
    let url = try Servers.variable("INTEROP_TLS_EXPIRED")
    let failure = await #expect(throws: TransportFailure.self) {
      try await get(url, ConnectionOptions(proxy: try proxy()), over: transport)
    }
    #expect(failure?.code == .proxyFailed)
  }

  @Test(arguments: transports)
  func `a fixed address keeps the name for Host and the certificate`(over kind: TransportUnderTest) async throws {
    let transport = kind.alone()
    let port = try Origin(try Servers.nginxTLS("/")).port
    let tls = TLSOptions(caFile: try Servers.authority())
    let fixed = ConnectionOptions(tls: tls, fixedAddresses: [try FixedAddress("localhost:\(port)", ["127.0.0.1"])])
    #expect(
      try await get("https://localhost:\(port)/echo", fixed, over: transport)["host"] == .string("localhost:\(port)")
    )
    let other = ConnectionOptions(tls: tls, fixedAddresses: [try FixedAddress("other.invalid:\(port)", ["127.0.0.1"])])
    let failure = await #expect(throws: TransportFailure.self) {
      try await get("https://other.invalid:\(port)/echo", other, over: transport)
    }
    #expect(failure?.code == .certificateRejected)
  }
}
