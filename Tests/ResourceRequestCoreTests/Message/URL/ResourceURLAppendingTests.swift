// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCore

struct ResourceURLAppendingTests {
  @Test(arguments: [
    ("http://h/api", "x", "http://h/api/x"), ("http://h/api/", "/x", "http://h/api/x"),
    ("http://h", "/x", "http://h/x"),
    ("http://h/api", "/x/", "http://h/api/x/"), ("http://h/api/", "", "http://h/api/"),
    ("http://h/api", "", "http://h/api"),
    ("http://h/api", "/", "http://h/api/"), ("http://h/a#f", "x", "http://h/a/x"),
    ("http://u@h/a", "x:y", "http://u@h/a/x:y"),
    ("http://h/a", "x/../y/./z", "http://h/a/y/z"), ("http://h/a", "ü", "http://h/a/%C3%BC"),
    ("http://h/a", "..a/b..", "http://h/a/..a/b.."), ("http://h/a", "x/..", "http://h/a/"),
  ])
  func `a path goes below the URL with one slash between`(base: String, path: String, expected: String) throws {
    let url = try ResourceURL(base).appending(path: path, query: "")
    #expect(url.string == expected)
    #expect(try url.layout == ResourceURL(expected).layout)
  }

  @Test(arguments: [
    ("?k=1", "a=2", "?k=1&a=2"), ("?k=1&", "a=2", "?k=1&a=2"), ("?", "a=2", "?a=2"), ("?", "", "?"), ("", "", ""),
    ("", "a=b=c&x&", "?a=b=c&x&"), ("?k=%zz", "a=ü", "?k=%zz&a=%C3%BC"),
  ])
  func `the URL's own query comes first, byte for byte`(own: String, query: String, expected: String) throws {
    let url = try ResourceURL("http://h/p" + own).appending(path: "x", query: query)
    #expect(url.string == "http://h/p/x" + expected)
    #expect(try url.layout == ResourceURL(url.string).layout)
  }

  @Test(arguments: [
    "..", "../x", "/../x", "x/../../y", "%2e%2e/x", ".%2E", "x/%2e%2e/%2E./y", "..%2fx", "..%5Cx", "x%2F..%2F..%2Fy",
    "//..", "x//../../y", "./..", "..;v=1/x", "..%3Bx/y",
  ])
  func `a path that leads out of the URL is refused`(path: String) throws {
    let base = try ResourceURL("http://h/a/b/c")
    #expect(throws: ResourceURL.Invalid.self) { try base.appending(path: path, query: "") }
  }

  @Test(arguments: [
    ("a b", ""), ("a?b", ""), ("a#b", ""), ("a\\b", ""), ("a\r\nb", ""), ("a", "x y"), ("a", "x#"), ("a", "\u{0}"),
  ])
  func `what does not belong in a path or query is refused`(path: String, query: String) throws {
    let base = try ResourceURL("http://h/a")
    #expect(throws: ResourceURL.Invalid.self) { try base.appending(path: path, query: query) }
  }

  @Test func `random paths stay below the URL`() throws {
    var random = SeededGenerator(seed: 3)
    let base = try ResourceURL("http://h/base/x?q")
    let alphabet = Array("./%2eEfF5cC;a".utf8)
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let path = String(decoding: bytes, as: UTF8.self)
      guard let url = try? base.appending(path: path, query: "r") else { continue }
      #expect(url.path == "/base/x" || url.path.hasPrefix("/base/x/"), "\(path)")
      #expect(url.query == "q&r")
      #expect(try url.layout == ResourceURL(url.string).layout)
    }
  }
}
