// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

/// The address policy for requests that connect to an endpoint.
struct EndpointAddressTests {
  private func refusal(_ url: String, _ endpoint: String, by policy: AddressPolicy) throws -> TransportFailure? {
    var request = ResolvedRequest(url: try ResourceURL(url))
    request.endpoint = try Endpoint(endpoint)
    request.options.connection = ConnectionOptions(addresses: policy)
    return request.addressRefusal
  }

  @Test(arguments: [
    "127.0.0.1:80", "10.0.0.1:80", "169.254.169.254:80", "[::1]:80", "localhost:80", "unix:/run/a.sock",
  ])
  func `an endpoint that is not public is refused where only public ones may be reached`(endpoint: String) throws {
    let failure = try #require(try refusal("https://api.example/", endpoint, by: .publicOnly))
    #expect(failure.code == .addressRefused && !failure.mayHaveExecuted)
    #expect(failure.message.contains("https://api.example at endpoint \(endpoint)"))
    #expect(try refusal("https://api.example/", endpoint, by: .any) == nil)
  }

  @Test func `an address in the URL is only a name where the connection goes elsewhere`() throws {
    #expect(try refusal("https://10.0.0.1/", "8.8.8.8:443", by: .publicOnly) == nil)
  }

  @Test func `scheme, host and port must be allowed of the URL, host and port of the endpoint too`() throws {
    let hosts = ["api.example", "blue.example"].compactMap { HostPattern($0) }
    let policy = AddressPolicy(schemes: [.https], ports: [443...444], hosts: hosts)
    #expect(try refusal("https://api.example/", "blue.example:444", by: policy) == nil)
    #expect(try refusal("http://api.example:443/", "blue.example:444", by: policy) != nil)
    #expect(try refusal("https://evil.example/", "blue.example:444", by: policy) != nil)
    #expect(try refusal("https://api.example/", "evil.example:444", by: policy) != nil)
    #expect(try refusal("https://api.example/", "blue.example:445", by: policy) != nil)
  }

  @Test func `a name is not told to a proxy that takes addresses, where they matter`() throws {
    let proxy = try Proxy("socks5://8.8.8.8")
    var request = ResolvedRequest(url: try ResourceURL("https://8.8.4.4/"))
    request.options.connection = ConnectionOptions(proxy: ProxyRules(proxy), addresses: .publicOnly)
    #expect(request.addressRefusal == nil)
    request.endpoint = try Endpoint("blue.example:443")
    #expect(request.addressRefusal?.message.contains("socks5h") == true)
    request.endpoint = try Endpoint("8.8.4.4:443")
    #expect(request.addressRefusal == nil)
  }
}
