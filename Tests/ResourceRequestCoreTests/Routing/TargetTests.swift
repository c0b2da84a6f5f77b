// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// Which targets are valid, and which URLs they must never become.
struct TargetTests {
  @Test(arguments: [
    "../x", "a/../../x", "..", "/..", "./../x", "%2e%2e/x", "a/%2E%2e/%2e%2E/x", "..%2Fx", "a%2f..%2F..%2fx", "..;x/y",
    "..%5Cx",
  ])
  func `a path that leaves its base by dot segments is an error, encoded or not`(target: String) throws {
    let routed = try Routed(.at("s", "http://h.example/a/b/c"))
    #expect(routed.error(target)?.code == .pathEscapesBase)
    #expect(routed.error(target, service: "s")?.code == .pathEscapesBase)
    #expect(routed.error(target, service: "unknown")?.code == .pathEscapesBase)
  }

  @Test(arguments: [
    ("a/../x", "http://h.example/b/x"), ("./x", "http://h.example/b/x"), ("a/./x", "http://h.example/b/a/x"),
    ("...", "http://h.example/b/..."), (".well-known", "http://h.example/b/.well-known"),
    ("x?to=../../y", "http://h.example/b/x?to=../../y"),
  ])
  func `dot segments that stay inside are resolved, and dots elsewhere are none`(target: String, url: String) throws {
    #expect(try Routed(.at("s", "http://h.example/b")).url(target, service: "s") == url)
  }

  @Test(arguments: ["//other.example/x", "//other.example", "///x", "//"])
  func `a target that begins with two slashes names another host and is refused`(target: String) throws {
    let error = try #require(try Routed(.at("s", "http://h.example/")).error(target, service: "s"))
    #expect(error.code == .invalidURL)
    #expect(error.message.contains("//"))
  }

  @Test(arguments: ["\\\\other.example\\x", "a\\b", "a b", "a\nb", "a\u{0}b"])
  func `characters that programs read differently are refused`(target: String) throws {
    let error = try #require(try Routed().error(target))
    #expect(error.code == .invalidURL)
    #expect(!error.description.contains("\n"))
  }

  @Test func `letters beyond ASCII are sent as UTF-8`() throws {
    #expect(
      try Routed(.at("s", "http://h.example/b")).url("Zürich?q=é", service: "s")
        == "http://h.example/b/Z%C3%BCrich?q=%C3%A9"
    )
  }

  @Test(arguments: [
    ("a\"b", "a%22b"), ("a<b>c", "a%3Cb%3Ec"), ("a^b", "a%5Eb"), ("a|b?c=d|e", "a%7Cb?c=d%7Ce"), ("a`b", "a%60b"),
    ("100%", "100%25"), ("a%2Fb%zz%4", "a%2Fb%25zz%254"), ("a%%41", "a%25%41"),
  ])
  func `delimiters that no URL has, and a lone percent sign, are encoded`(target: String, path: String) throws {
    #expect(try Routed(.at("s", "http://h.example/b")).url(target, service: "s") == "http://h.example/b/" + path)
    #expect(try Routed().url("http://h.example/" + target) == "http://h.example/" + path)
    #expect(try Routed().url("http://h.example/" + target) { $0.query.set("x", to: 1) }.hasSuffix("x=1"))
  }

  @Test(arguments: ["\u{301}", "\u{200D}", "\u{FE0F}"])
  func `what combines with a delimiter takes nothing from the query`(mark: String) throws {
    let encoded = PercentEncoding.encode(mark, allowing: .unreserved)
    for target in ["x?\(mark)a=1#\(mark)f", "x?a=1&\(mark)b=2", "x/\(mark)y?a=1"] {
      let url = try Routed().url("http://h.example/\(target)") { $0.query.set("own", to: 1) }
      let head = target.replacing(bytes: mark, with: encoded).cut(atByte: "#")
      #expect(url == "http://h.example/\(head.head)&own=1\(head.tail.map { "#" + $0 } ?? "")")
      let below = try Routed(.at("s", "http://b.example/?k=1")).url(target, service: "s")
      #expect(below.utf8.filter { $0 == UInt8(ascii: "?") }.count == 1)
    }
  }

  @Test(arguments: [("mailto:x", "mailto"), ("ftp://h.example/", "ftp"), ("file:///etc/passwd", "file")])
  func `an absolute URL of another scheme is refused by name`(target: String, scheme: String) throws {
    let error = try #require(try Routed().error(target))
    #expect(error.code == .invalidURL)
    #expect(error.message.contains("\"\(scheme)\""))
  }

  @Test(arguments: ["http:relative", "http:///x", "https://", "http://h.example:0/", "http://h.example:99999/"])
  func `an absolute URL without a proper host or port is refused`(target: String) throws {
    #expect(try Routed().error(target)?.code == .invalidURL)
  }

  @Test func `credentials in a URL are taken out of it and shown nowhere`() throws {
    let request = try Routed().route("https://ann:pa55@h.example/x?token=s3cret").request
    #expect(request.url.string == "https://h.example/x?token=s3cret")
    #expect(request.authorization.login == LoginCredential(username: "ann", password: "pa55"))
    #expect(try Routed().route("https://@h.example/x").request.authorization.login == nil)
    #expect(try Routed().route("https://:@h.example/x").request.authorization.login == nil)
    let error = try #require(try Routed().error("https://ann%0A:pa55@h.example/x?token=s3cret"))
    #expect(error.code == .invalidURL)
    for text in ["\(error)", error.message, "\(String(describing: error.request))", "\(request.summary)"] {
      #expect(!text.contains("pa55") && !text.contains("s3cret"))
    }
  }

  @Test(arguments: ["ann:p%E4%DF", "%FFann:p", "%C3"])
  func `credentials in a URL whose percent-encoding is not of UTF-8 are refused`(userInfo: String) throws {
    let error = try #require(try Routed().error("https://\(userInfo)@h.example/x"))
    #expect(error.code == .invalidURL)
    #expect(error.message.contains("is not of UTF-8"))
    #expect(!"\(error)".contains(userInfo))
  }

  @Test func `a percent sign in a password that begins no triple is itself`() throws {
    for (userInfo, password) in [("ann:100%", "100%"), ("ann:100%25", "100%"), ("ann:p%C3%A4%zz", "pä%zz")] {
      let login = try Routed().route("https://\(userInfo)@h.example/x").request.authorization.login
      #expect(login == LoginCredential(username: "ann", password: Secret(password)))
    }
  }

  @Test func `a password with a question mark is shown nowhere either`() throws {
    let error = try #require(try Routed().error("https://ann:pa55?word@h.example/x"))
    #expect(!"\(error)".contains("pa55"))
  }

  @Test func `path parameters fill the template and never add a segment`() throws {
    let url = try Routed().url("/adapters/A/users/{first}/{last}{?page}") {
      $0.pathParameters = ["first": "Ann", "last": "Ümit/7?#", "page": 2]
    }
    #expect(url == "http://gw.example:9080/mfp/api/adapters/A/users/Ann/%C3%9Cmit%2F7%3F%23?page=2")
  }

  @Test(arguments: ["..", ".", "", "../x", "..;v=1"])
  func `a path parameter that would move the address is an error that names it`(value: String) throws {
    let error = try #require(try Routed().error("users/{id}/x") { $0.pathParameters["id"] = value })
    #expect(error.code == .invalidPathParameter)
    #expect(error.message.contains("\"id\""))
  }

  @Test func `a missing path parameter is an error that names it`() throws {
    let error = try #require(try Routed().error("users/{id}"))
    #expect(error.code == .invalidPathParameter)
    #expect(error.message.contains("\"id\""))
  }

  @Test func `a path parameter that may hold slashes still cannot leave the base`() throws {
    let routed = try Routed()
    #expect(try routed.url("{+path}") { $0.pathParameters["path"] = "a/b" }.hasSuffix("/api/a/b"))
    #expect(routed.error("{+path}") { $0.pathParameters["path"] = "../x" }?.code == .pathEscapesBase)
    #expect(routed.error("{+path}") { $0.pathParameters["path"] = "//evil.example/x" }?.code == .invalidURL)
    #expect(
      routed.error("{+path}", service: "s") { $0.pathParameters["path"] = "http://evil.example/" }?.code
        == .absoluteURLWithService
    )
  }

  @Test(arguments: ["{", "a}", "{}", "{a b}"])
  func `a template that cannot be read is an error with its place`(target: String) throws {
    let error = try #require(try Routed().error(target))
    #expect(error.code == .invalidTemplate)
    #expect(error.message.contains("byte"))
  }
}
