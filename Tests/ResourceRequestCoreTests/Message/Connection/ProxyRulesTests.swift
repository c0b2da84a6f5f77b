// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

struct ProxyRulesTests {
  @Test(arguments: [
    ("http://proxy.example:3128", "http://proxy.example:3128"), ("HTTP://Proxy.example", "http://proxy.example:80"),
    ("https://[::1]/", "https://[::1]:443"), ("socks5://127.0.0.1", "socks5://127.0.0.1:1080"),
    ("socks5h://ann:secret@proxy.example:9", "socks5h://proxy.example:9"),
  ])
  func `a proxy is a URL of scheme, host and port`(text: String, url: String) throws {
    #expect(try Proxy(text).url == url)
  }

  @Test(arguments: [
    "proxy.example:3128", "ftp://proxy.example", "http://proxy.example/path", "http://proxy.example?x", "http://", "",
    "http://proxy.example:99999", "socks4://proxy.example",
  ])
  func `other URLs are no proxies`(text: String) {
    #expect(throws: ResourceURL.Invalid.self) { try Proxy(text) }
  }

  @Test func `credentials of the URL are taken, those beside it win, and none is printed`() throws {
    let proxy = try Proxy("http://ann:p%40w@proxy.example")
    #expect(proxy.username == "ann")
    #expect(proxy.password == "p@w")
    #expect(!"\(proxy)".contains("p@w"))
    #expect(try Proxy("http://ann:x@proxy.example", username: "bob", password: "y").username == "bob")
    #expect(try Proxy("http://ann:100%@proxy.example").password == "100%")
    #expect(try Proxy("http://ann@proxy.example").password == nil)
    for text in ["http://ann:p%E4@proxy.example", "http://%FF:p@proxy.example"] {
      let error = #expect(throws: ResourceURL.Invalid.self) { try Proxy(text) }
      #expect(error?.reason.contains("is not of UTF-8") == true)
    }
  }

  @Test func `the environment names proxies by scheme, in lower case first`() throws {
    let rules = try ProxyRules(environment: [
      "http_proxy": "one.example:1", "HTTP_PROXY": "http://two.example:2", "ALL_PROXY": "socks5h://three.example",
      "NO_PROXY": "example.org",
    ])
    #expect(try rules.proxy(for: Origin("http://a.example"))?.url == "http://one.example:1")
    #expect(try rules.proxy(for: Origin("https://a.example"))?.url == "socks5h://three.example:1080")
    #expect(try rules.proxy(for: Origin("https://api.example.org")) == nil)
    #expect(try ProxyRules(environment: ["HTTPS_PROXY": ""]) == ProxyRules())
    #expect(throws: ResourceURL.Invalid.self) { try ProxyRules(environment: ["https_proxy": "ftp://x"]) }
  }

  @Test func `a variable that a client of a web server may have set is ignored`() throws {
    let rules = try ProxyRules(environment: ["HTTP_PROXY": "http://evil.example", "REQUEST_METHOD": "GET"])
    #expect(rules == ProxyRules())
    let lower = try ProxyRules(environment: ["http_proxy": "http://own.example", "REQUEST_METHOD": "GET"])
    #expect(lower.http?.host == "own.example")
  }

  @Test(arguments: [
    ("example.org", "http://example.org", true), ("example.org", "https://api.example.org", true),
    ("example.org", "http://notexample.org", false), (".example.org", "http://example.org", true),
    ("*.example.org", "http://a.b.example.org", true), ("EXAMPLE.org", "http://Example.ORG.", true),
    ("example.org:8080", "http://example.org:8080", true), ("example.org:8080", "http://example.org", false),
    ("*", "http://anything.example", true), ("a.example, b.example", "http://b.example", true),
    ("a.example b.example", "http://b.example", true), ("127.0.0.1", "http://127.0.0.1:9", true),
    ("10.0.0.0/8", "http://10.9.8.7", true), ("10.0.0.0/8", "http://11.0.0.1", false),
    ("192.168.16.0/20", "http://192.168.31.1", true), ("192.168.16.0/20", "http://192.168.32.1", false),
    ("::1", "http://[::1]:80", true), ("[::1]", "http://[0:0::1]", true), ("fd00::/8", "http://[fdab::1]", true),
    ("fd00::/8", "http://[fe80::1]", false), ("0.0.0.0/0", "http://a.example", false), ("1", "http://10.0.0.1", false),
    ("10.0.0.0/33", "http://10.0.0.1", false), ("a b%", "http://b.example", false), ("", "http://a.example", false),
    (",,", "http://a.example", false), ("example.org:+8080", "http://example.org:8080", false),
    ("127.0.0.1:+80", "http://127.0.0.1", false), ("example.org:080", "http://example.org", true),
    ("example.org:", "http://example.org", false),
  ])
  func `exceptions are names, addresses and networks`(list: String, url: String, isException: Bool) throws {
    #expect(ProxyExceptions(list).contain(try Origin(url)) == isException)
  }
}
