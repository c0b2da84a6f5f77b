// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

struct URIReferenceTests {
  /// RFC 3986 §5.4, with the base `http://a/b/c/d;p?q`.
  static let examples: [(String, String)] = [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
    ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
    ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
  ]

  @Test(arguments: examples)
  func `the examples of RFC 3986 resolve as it says`(reference: String, expected: String) throws {
    let base = try URIReference("http://a/b/c/d;p?q")
    let resolved = try base.resolving(URIReference(reference))
    #expect(resolved.string == expected)
    #expect(try resolved.layout == URIReference(expected).layout)
  }

  @Test(arguments: [
    ("http://a?q", "g", "http://a/g"), ("http://u@a:1?q", "../g?#", "http://u@a:1/g?#"), ("a/b", "../../c", "/c"),
    ("a:/b", "/..//x", "a:/.//x"), ("a:b", "c", "a:c"), ("http://a/b", "//u:p@[::1]:9/x#f", "http://u:p@[::1]:9/x#f"),
    ("http://a/b", "?", "http://a/b?"), ("http://a/b?q", "#", "http://a/b?q#"), ("a", "./b/../..", "/"),
  ])
  func `bases without a path and odd references resolve too`(base: String, reference: String, expected: String) throws {
    let resolved = try URIReference(base).resolving(URIReference(reference))
    #expect(resolved.string == expected)
    #expect(try resolved.layout == URIReference(expected).layout)
  }

  @Test func `the parts lie where they are written`() throws {
    let all = try URIReference("http://u:p@example.com:8080/a/b?c=d?e#f?g")
    #expect(all.isAbsolute)
    #expect(all.scheme == "http")
    #expect(all.authority == "u:p@example.com:8080")
    #expect(all.userInfo == "u:p")
    #expect(all.host == "example.com")
    #expect(all.port == "8080")
    #expect(all.path == "/a/b")
    #expect(all.query == "c=d?e")
    #expect(all.fragment == "f?g")

    let none = try URIReference("a/b")
    #expect(none.scheme == nil)
    #expect(none.authority == nil)
    #expect(none.userInfo == nil)
    #expect(none.port == nil)
    #expect(none.query == nil)
    #expect(none.fragment == nil)
    #expect(none.path == "a/b")

    let empty = try URIReference("//@:?#")
    #expect(empty.authority == "@:")
    #expect(empty.userInfo == "")
    #expect(empty.host == "")
    #expect(empty.port == "")
    #expect(empty.path == "")
    #expect(empty.query == "")
    #expect(empty.fragment == "")
  }

  @Test(arguments: ["redirect?to=http:x", "/a/http://b", "./a:b", "?http:", "#http:", "//http:80/"])
  func `a reference is absolute only when it begins with a scheme`(text: String) throws {
    #expect(try !URIReference(text).isAbsolute)
  }

  @Test(arguments: [
    ("a b", URIReference.Invalid.Reason.space, 1), ("a\tb", .controlCharacter, 1), ("a\u{0}b", .controlCharacter, 1),
    ("a\r\n", .controlCharacter, 1), ("\u{7F}", .controlCharacter, 0), ("/ü", .nonASCII, 1), ("/\\x", .backslash, 1),
    ("1a:b", .colonInFirstSegment, 2), (":b", .colonInFirstSegment, 0), ("a_b:c", .colonInFirstSegment, 3),
    ("//a@b@c/", .secondAt, 5), ("//[::1/", .unclosedBracket, 2), ("//[::1]x/", .textAfterBracket, 7),
    ("//a:8o/", .port, 5), ("//a:b:1/", .port, 4),
  ])
  func `what could be read differently is refused with its place`(
    text: String,
    reason: URIReference.Invalid.Reason,
    offset: Int
  ) {
    #expect(throws: URIReference.Invalid(reason, at: offset)) { try URIReference(text) }
  }

  @Test func `text of any length that a URL cannot have is refused`() {
    #expect(throws: URIReference.Invalid.self) { try URIReference(String(repeating: "a", count: 8_000_001)) }
  }

  @Test func `random references keep their bytes, and resolving them equals reading the result`() throws {
    var random = SeededGenerator(seed: 3986)
    let alphabet = Array("ab:/?#[]@.%1-;".utf8)
    let bases = try ["http://a/b/c/d;p?q", "http://a", "a:b/c", "/x/y", "x/y", ""].map { try URIReference($0) }
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...14, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let reference = try? URIReference(text) else { continue }
      #expect(reference.string == text)
      for base in bases {
        let resolved = base.resolving(reference)
        guard base.isAbsolute || reference.isAbsolute else { continue }
        #expect(try resolved.layout == URIReference(resolved.string).layout, "\(base) + \(text) = \(resolved)")
      }
    }
  }
}
