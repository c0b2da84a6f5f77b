// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCore

struct ResourceURLTests {
  @Test func `the parts of a URL are read without changing it`() throws {
    let text = "https://u:p@api.example:8443/a/b%20c?x=1&x=2#f"
    let url = try ResourceURL(text)
    #expect(url.string == text)
    #expect(url.scheme == "https")
    #expect(url.userInfo == "u:p")
    #expect(url.host == "api.example")
    #expect(url.port == 8443)
    #expect(url.origin.port == 8443)
    #expect(url.path == "/a/b%20c")
    #expect(url.query == "x=1&x=2")
    #expect(url.fragment == "f")
    #expect(url.requestTarget == "/a/b%20c?x=1&x=2")
    #expect(url.removingUserInfo().string == "https://api.example:8443/a/b%20c?x=1&x=2#f")
    #expect(try url.removingUserInfo().layout == ResourceURL("https://api.example:8443/a/b%20c?x=1&x=2#f").layout)
  }

  @Test(arguments: [
    "?a=b=c", "?x", "?a=1&a=2", "?a=1&", "?", "?q=100%", "?f={\"a\":[1|2]}", "?a+b=%7e", "?next=http://x",
  ])
  func `an inline query stays byte for byte`(query: String) throws {
    #expect(try ResourceURL("http://h/p" + query).string == "http://h/p" + query)
    #expect(try ResourceURL("HTTP://h/p" + query).string == "http://h/p" + query)
  }

  @Test(arguments: [
    ("HTTP://Example.COM", "http://example.com/"), ("http://h:?x", "http://h/?x"), ("http://h:0080/", "http://h:80/"),
    ("http://h/a/./b/../c", "http://h/a/c"), ("http://h/../../a", "http://h/a"), ("http://h#f", "http://h/#f"),
    ("http://h/straße/ü?q=é#ñ", "http://h/stra%C3%9Fe/%C3%BC?q=%C3%A9#%C3%B1"),
    ("http://münchen.example/", "http://xn--mnchen-3ya.example/"), ("http://example.com./", "http://example.com./"),
    ("http://[2001:DB8:0:0::1]:80/", "http://[2001:db8::1]:80/"), ("http://0x7f.1/", "http://127.0.0.1/"),
    ("http://h/.well-known/x", "http://h/.well-known/x"), ("https://ü:ö@h/", "https://%C3%BC:%C3%B6@h/"),
  ])
  func `a URL is brought to the form on the wire`(written: String, wire: String) throws {
    let url = try ResourceURL(written)
    #expect(url.string == wire)
    #expect(try url.layout == ResourceURL(wire).layout)
    #expect(try url.origin == ResourceURL(wire).origin)
  }

  @Test(arguments: [
    ("/adapters/http:x", "relative"), ("", "relative"), ("ftp://h/", "\"ftp\""), ("localhost:8080/x", "\"localhost\""),
    ("http:/h", "host is missing"), ("http://", "host is missing"), ("http://:80/", "host is missing"),
    ("http://h:65536/", "between 1 and 65535"), ("http://h:0/", "between 1 and 65535"), ("http://h /", "space"),
    ("http://h/a b", "space"), ("http://h/\r\nX: y", "control"), ("http://h\\@evil/", "backslash"),
    ("http://a@b@c/", "second @"), ("http://h:99999999999999999999/", "between"), ("http://ａ.example/", "A-label"),
  ])
  func `what is no URL of http is refused and says why`(text: String, reason: String) {
    let error = #expect(throws: ResourceURL.Invalid.self) { try ResourceURL(text) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("localhost:8080/x", "\"localhost\" is not supported; write http:// or https:// before the host"),
    ("ws://h/x", "\"ws\" is not supported, expected http or https"),
    ("HTTP+unix://%2Frun%2Fdocker.sock/v1", "\"HTTP+unix\" is not supported; use \"unixSocket\" of a service"),
    ("ann:secret@h/", "\"‹redacted›\" is not supported; write http:// or https:// before the host"),
  ])
  func `only a host without a scheme is told to get one`(text: String, reason: String) {
    let error = #expect(throws: ResourceURL.Invalid.self) { try ResourceURL(text) }
    #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("foo", "http://h/a/foo"), ("/foo", "http://h/foo"), ("//other/x", "http://other/x"), ("?y", "http://h/a/b?y"),
    ("https://S.example", "https://s.example/"), ("ü", "http://h/a/%C3%BC"), ("../../x", "http://h/x"),
    ("", "http://h/a/b?q"),
  ])
  func `a Location is resolved against the URL`(location: String, expected: String) throws {
    let base = try ResourceURL("http://h/a/b?q")
    #expect(try base.resolving(reference: location).string == expected)
    let withFragment = try ResourceURL("http://h/a/b?q#f").resolving(reference: location)
    #expect(withFragment.string == expected + "#f")
    #expect(try withFragment.layout == ResourceURL(expected + "#f").layout)
  }

  @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "http:", "//", "a b", "//a@b@c"])
  func `a Location that leads nowhere over http is refused`(location: String) throws {
    let base = try ResourceURL("http://h/a/b?q")
    #expect(throws: ResourceURL.Invalid.self) { try base.resolving(reference: location) }
  }

  @Test func `no secret is printed`() throws {
    let url = try ResourceURL("https://user:secret@h:1/p?a=1&API%5Fkey=secret&api_key=&token#f")
    #expect(url.description == "https://‹redacted›@h:1/p?a=1&API%5Fkey=‹redacted›&api_key=&token#f")
    #expect(
      url.redacted(hidingQueryValuesOf: ["api_KEY", "token"])
        == "https://‹redacted›@h:1/p?a=1&API%5Fkey=‹redacted›&api_key=&token#f"
    )
    let error = #expect(throws: ResourceURL.Invalid.self) { try ResourceURL("https://user:sec ret@h/") }
    #expect(error?.description.contains("ret@") == false)
  }

  @Test func `the form on the wire is a fixed point`() throws {
    var random = SeededGenerator(seed: 17)
    let alphabet = Array("aB0.:/?#[]@%2eü-_x ".unicodeScalars)
    var accepted = 0
    for _ in 0..<5_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...14, using: &random) {
        text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
      }
      guard let url = try? ResourceURL("http://" + String(text)) else { continue }
      accepted += 1
      let again = try ResourceURL(url.string)
      #expect(again.string == url.string && again.layout == url.layout && again.origin == url.origin, "\(String(text))")
    }
    #expect(accepted > 200)
  }
}
