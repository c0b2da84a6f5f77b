// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// What selects the peer, or the client's identity on the connection, is part of the partition.
@Suite struct CachePeerTests {
  private func partition(
    _ connection: ConnectionOptions = ConnectionOptions(),
    isShared: Bool = false,
    endpoints: [String] = []
  ) throws -> String? {
    var options = ExchangeOptions()
    options.connection = connection
    let partition = CachePartition(
      service: "s",
      configured: nil,
      principal: .nobody,
      isShared: isShared,
      usual: [:],
      connections: [options.sharedConnection],
      endpoints: endpoints
    )
    let request = ResolvedRequest(url: try ResourceURL("http://h.example/x"), options: options)
    return partition.find(request, at: .now).text
  }

  @Test(arguments: [false, true])
  func `every way to another peer is another partition, and the same way is the same`(isShared: Bool) throws {
    var proxied = try Proxy("http://p.example:3128")
    var variants = [ConnectionOptions(), ConnectionOptions(unixSocket: "/a"), ConnectionOptions(unixSocket: "/b")]
    variants.append(ConnectionOptions(proxy: ProxyRules(proxied)))
    variants.append(ConnectionOptions(proxy: ProxyRules(proxied, except: ProxyExceptions("a.example"))))
    (proxied.username, proxied.password) = ("ann", "1")
    variants.append(ConnectionOptions(proxy: ProxyRules(proxied)))
    proxied.password = "2"
    variants.append(ConnectionOptions(proxy: ProxyRules(proxied)))
    variants.append(ConnectionOptions(proxy: ProxyRules(http: proxied)))
    for address in ["127.0.0.1", "127.0.0.2"] {
      variants.append(ConnectionOptions(fixedAddresses: [try FixedAddress("h.example:80", [address])]))
    }
    for tls in [
      TLSOptions(caFile: "a"), TLSOptions(caFile: "b"), TLSOptions(caDirectory: "a"), TLSOptions(certificate: "a"),
      TLSOptions(caPEM: "a"), TLSOptions(caPEM: "b"), TLSOptions(certificatePEM: "a"), TLSOptions(certificatePEM: "b"),
      TLSOptions(certificate: "b"), TLSOptions(serverName: "a.example"), .insecureSkipVerify(),
      TLSOptions(pinnedPublicKeys: [PublicKeyPin(of: [1])]), TLSOptions(closeNotify: .optional),
    ] { variants.append(ConnectionOptions(tls: tls)) }
    variants.append(ConnectionOptions(addresses: .publicOnly))
    let texts = try variants.map { try partition($0, isShared: isShared) }
    #expect(Set(texts).count == variants.count)
    let again = try variants.map { try partition($0, isShared: isShared) }
    #expect(again == texts)
    let same = [
      ConnectionOptions(tls: TLSOptions(minimumVersion: .v1_3)), ConnectionOptions(idleTime: .seconds(1)),
      ConnectionOptions(nameCacheTime: .seconds(1)), ConnectionOptions(addresses: .any),
    ]
    for connection in same { #expect(try partition(connection, isShared: isShared) == texts[0]) }
    let endpoints = try [["http://a", "http://b"], ["http://b", "http://a"], ["http://b"]].map {
      try partition(endpoints: $0)
    }
    #expect(endpoints[0] == endpoints[1])
    #expect(endpoints[1] != endpoints[2])
  }

  @Test func `a certificate that is exchanged in its file is another identity`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "cert-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var texts: [String?] = []
    for (text, age) in [("ann", 60.0), ("bob", 30.0), ("ann", 20.0)] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
      texts.append(try partition(ConnectionOptions(tls: TLSOptions(certificate: path))))
    }
    #expect(texts[0] != texts[1])
    #expect(texts[0] == texts[2])
  }

  @Test func `an untrusted URL is not answered by what a trusted one was allowed to fetch`() async throws {
    let bench = CacheBench()
    bench.answer(["Cache-Control": "max-age=60"], "internal")
    try await bench.get("http://10.0.0.5/x")
    await #expect(throws: ResourceError.self) {
      try await bench.get("http://10.0.0.5/x") { $0.trust = .untrusted }
    }
  }

  @Test func `another Host or endpoint of the caller is another resource`() async throws {
    let bench = CacheBench()
    for host in ["a.example", "b.example"] {
      bench.answer(["Cache-Control": "max-age=60"], host)
      for _ in 0..<2 { #expect(try await bench.get("http://h.example/x", ["Host": host]).text == host) }
    }
    #expect(bench.asked == 2)
    let nobody = CachePartition(service: nil, configured: nil, principal: .nobody, isShared: false, usual: [:])
    var request = ResolvedRequest(url: try ResourceURL("http://h.example/x"))
    let plain = nobody.find(request, at: .now).text
    request.endpoint = try Endpoint("unix:/a")
    #expect(nobody.find(request, at: .now).text != plain)
  }

  @Test func `two unix sockets do not share what one store keeps`() async throws {
    let store = ScriptedStore()
    for socket in ["/a", "/b", "/a"] {
      var settings = ServiceSettings(cache: CacheSettings())
      settings.connection.unixSocket = socket
      let client = ResourceClient(
        configuration: ResourceConfiguration(defaults: settings),
        transport: StubTransport { request, _ in
          .text(request.options.connection.unixSocket ?? "", headers: ["Cache-Control": "max-age=60"])
        },
        options: ClientOptions(cacheStore: store)
      )
      #expect(try await client.send(ResourceRequest("http://h.example/x")).text == socket)
      await client.drain(within: .seconds(60))
    }
    #expect(store.kept.count == 2)
  }
}
