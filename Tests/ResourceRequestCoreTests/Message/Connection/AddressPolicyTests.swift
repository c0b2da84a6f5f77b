// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

struct AddressPolicyTests {
  /// First and last addresses of the blocks in IANA's special-purpose registries, and their neighbours.
  @Test(arguments: [
    ("0.0.0.0", AddressKind.loopback), ("0.0.0.1", .reserved), ("1.0.0.0", .public), ("9.255.255.255", .public),
    ("10.0.0.0", .private), ("10.255.255.255", .private), ("11.0.0.0", .public), ("100.63.255.255", .public),
    ("100.64.0.0", .shared), ("100.127.255.255", .shared), ("100.128.0.0", .public), ("126.255.255.255", .public),
    ("127.0.0.1", .loopback), ("127.255.255.255", .loopback), ("128.0.0.0", .public), ("169.253.255.255", .public),
    ("169.254.169.254", .linkLocal), ("169.255.0.0", .public), ("172.15.255.255", .public), ("172.16.0.0", .private),
    ("172.31.255.255", .private), ("172.32.0.0", .public), ("192.0.0.8", .reserved), ("192.0.0.9", .public),
    ("192.0.1.0", .public), ("192.0.2.1", .reserved), ("192.88.99.1", .reserved), ("192.168.0.1", .private),
    ("192.169.0.0", .public), ("198.17.255.255", .public), ("198.18.0.0", .reserved), ("198.19.255.255", .reserved),
    ("198.20.0.0", .public), ("198.51.100.7", .reserved), ("203.0.113.7", .reserved), ("223.255.255.255", .public),
    ("224.0.0.1", .reserved), ("240.0.0.1", .reserved), ("255.255.255.255", .reserved), ("8.8.8.8", .public),
    ("::", .loopback), ("::1", .loopback), ("::2", .reserved), ("::7f00:1", .loopback), ("::8.8.8.8", .public),
    ("::ffff:127.0.0.1", .loopback), ("::ffff:10.1.2.3", .private), ("::ffff:8.8.8.8", .public),
    ("::ffff:0:169.254.169.254", .linkLocal), ("64:ff9b::10.0.0.1", .private), ("64:ff9b::8.8.8.8", .public),
    ("64:ff9b:1::1", .reserved), ("100::1", .reserved), ("2001::1", .reserved), ("2001:db8::1", .reserved),
    ("2001:4860:4860::8888", .public), ("2002:7f00:1::", .loopback), ("2002:808:808::1", .public),
    ("2606:4700::1111", .public), ("3fff::1", .reserved), ("4000::1", .reserved), ("5f00::1", .reserved),
    ("fc00::1", .private), ("fd00:ec2::254", .private), ("fe80::1", .linkLocal), ("febf::1", .linkLocal),
    ("fec0::1", .reserved), ("ff02::1", .reserved),
  ])
  func `an address is of the kind its registry says`(text: String, kind: AddressKind) throws {
    #expect(AddressKind(try #require(IPAddress(text))) == kind)
  }

  @Test(arguments: [
    "http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://0/",
    "http://017700000001/", "http://[::1]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/",
    "http://[0:0:0:0:0:0:0:1]/", "http://[64:ff9b::7f00:1]/", "http://localhost/", "http://LOCALHOST./",
    "http://a.localhost/", "http://169.254.169.254/latest", "http://10.0.0.1/", "http://[fd00::1]/",
    "http://0xA9FEA9FE/", "http://[fe80::1]/", "http://100.64.0.1/", "http://224.0.0.1/",
  ])
  func `an address that is not public is refused in every spelling`(url: String) throws {
    let origin = try ResourceURL(url).origin
    #expect(AddressPolicy.publicOnly.refusal(of: origin) != nil)
    #expect(AddressPolicy.any.refusal(of: origin) == nil)
  }

  @Test(arguments: [
    "http://8.8.8.8/", "https://example.org/", "http://[2606:4700::1111]/", "http://localhost.example/",
  ])
  func `what is public, and what a lookup will tell, may go on`(url: String) throws {
    #expect(AddressPolicy.publicOnly.refusal(of: try ResourceURL(url).origin) == nil)
  }

  @Test func `schemes, ports and hosts are allowed by list`() throws {
    let policy = AddressPolicy(
      schemes: [.https],
      ports: [443...443, 8000...8999],
      hosts: ["api.example", "*.ÄPFEL.example"].compactMap { HostPattern($0) }
    )
    func refusal(_ url: String) throws -> String? { policy.refusal(of: try ResourceURL(url).origin) }
    #expect(try refusal("https://api.example/") == nil)
    #expect(try refusal("https://API.example.:8443/") == nil)
    #expect(try refusal("https://a.b.xn--pfel-koa.example/") == nil)
    #expect(try refusal("http://api.example:443/") == "the scheme http is not allowed")
    #expect(try refusal("https://api.example:22/") == "the port 22 is not allowed")
    for host in ["xn--pfel-koa.example", "notapi.example", "api.example.org", "evil-xn--pfel-koa.example", "8.8.8.8"] {
      #expect(try refusal("https://\(host)/") == "the host \(host) is not among those allowed")
    }
  }

  @Test func `a network is allowed whatever its kind, and this machine by name with it`() throws {
    var policy = AddressPolicy.publicOnly
    policy.networks = ["10.1.0.0/16", "127.0.0.1"].compactMap { AddressNetwork($0) }
    func isAllowed(_ url: String) throws -> Bool { policy.refusal(of: try ResourceURL(url).origin) == nil }
    #expect(try isAllowed("http://10.1.255.255/"))
    #expect(try !isAllowed("http://10.2.0.0/"))
    #expect(try isAllowed("http://127.0.0.1/") && isAllowed("http://localhost/"))
    #expect(try !isAllowed("http://127.0.0.2/"))
  }

  @Test func `a socket of this machine has a scheme, a port and a name, but no address`() throws {
    let origin = try Origin("http://localhost")
    #expect(AddressPolicy.publicOnly.refusal(of: origin, isLocal: true) == nil)
    #expect(AddressPolicy(schemes: [.https]).refusal(of: origin, isLocal: true) != nil)
  }

  @Test(arguments: ["", "/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0/8", "::/129", "name", "10.0.0.0/8/8"])
  func `what is no network is none`(text: String) {
    #expect(AddressNetwork(text) == nil)
  }

  @Test(arguments: ["", "*", "*.", "*.*", "a.*.example", "https://a", "a:443", "a/b", "*.10.0.0.1", "a@b", "*.[::1]"])
  func `what is no host is no pattern`(text: String) {
    #expect(HostPattern(text) == nil)
  }

  @Test func `networks and patterns are printed as they are read`() {
    #expect(["10.0.0.0/8", "10.1.2.3", "fd00::/8", "::1"].compactMap { AddressNetwork($0)?.description }.count == 4)
    #expect(AddressNetwork("fd00:0::/8")?.description == "fd00::/8")
    #expect(AddressNetwork("10.1.2.3/32")?.description == "10.1.2.3")
    #expect(HostPattern("*.Example.ORG")?.description == "*.example.org")
  }
}
