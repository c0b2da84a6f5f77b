// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestStreaming
import Testing

@testable import ResourceRequestCore

/// RFC 9111 §2, §4.1; No-Vary-Search.
@Suite struct CacheKeyTests {
  private func selectors(_ vary: [String], _ request: Headers, _ rules: CacheRules = CacheRules())
    -> [CachedResponse.Selector]?
  {
    CacheVary.selectors(Headers(vary.map { Headers.Field(name: "Vary", value: $0) }), request: request, rules)
  }

  @Test(arguments: [
    ["*"], ["*, *"], ["*", "*"], [", *"], ["", "*"], ["*, Foo"], ["Foo, *"], ["Foo", "Bar, *"], ["a b"],
    ["\"Foo"], ["Foo;q=1"],
  ])
  func `a star in any place, or what is no name, is never selected again (4.1)`(lines: [String]) {
    #expect(selectors(lines, ["Foo": "1"]) == nil)
  }

  @Test func `all fields of all lines select (4.1)`() throws {
    let stored = try #require(selectors(["Foo, bar", "BAZ"], ["foo": "1", "Baz": "3"]))
    #expect(stored.map(\.name) == ["bar", "baz", "foo"])
    #expect(CacheVary.matches(stored, ["FOO": "1", "baz": "3", "other": "x"]))
    #expect(!CacheVary.matches(stored, ["Foo": "1", "Bar": "", "Baz": "3"]))
    #expect(!CacheVary.matches(stored, ["Foo": "2", "Baz": "3"]))
    #expect(!CacheVary.matches(stored, ["Baz": "3"]))
    #expect(!CacheVary.matches(stored, [:]))
  }

  @Test func `fields are compared as what they say (4.1)`() throws {
    func same(_ name: String, _ one: [String], _ other: [String]) -> Bool {
      func value(_ lines: [String]) -> String? {
        CacheVary.value(of: name, in: Headers(lines.map { Headers.Field(name: name, value: $0) }))
      }
      return value(one) == value(other)
    }
    #expect(same("foo", ["1, 2"], ["1", "2"]))
    #expect(same("foo", ["1,2"], [" 1,  2 "]))
    #expect(!same("foo", ["1, 2"], ["2, 1"]))
    #expect(!same("foo", ["1,,2"], ["1,2"]))
    #expect(!same("foo", ["1,2,"], ["1,2"]))
    #expect(same("accept", ["a/b,,c/d"], ["a/b, c/d"]))
    #expect(!same("foo", ["a"], ["A"]))
    #expect(same("accept-language", ["en, de"], ["de, en"]))
    #expect(same("accept-language", ["en, de"], [" eN ,   De"]))
    #expect(same("accept-language", ["en;q=0.5, de"], ["de;q=1.0", "en; q=0.50"]))
    #expect(!same("accept-language", ["en;q=0.5, de"], ["en, de;q=0.5"]))
    #expect(!same("accept", ["text/html;level=1"], ["text/html"]))
    #expect(same("accept", ["Text/HTML;Level=a;Q=0.5"], ["text/html;level=a;q=0.5"]))
    #expect(!same("accept", ["a/b;profile=X"], ["a/b;profile=x"]))
    #expect(!same("accept", ["a/b;profile=\"X;q=0.5\""], ["a/b;profile=\"x;q=0.5\""]))
  }

  @Test func `a field that is put on further in cannot select, and one that is ignored does not`() {
    let rules = CacheRules(hiding: ["cookie"]) { $0.ignoredVary = ["User-Agent"] }
    #expect(selectors(["Cookie"], [:], rules) == nil)
    #expect(selectors(["User-Agent"], ["User-Agent": "x"], rules) == [])
  }

  @Test func `a weight that is none is not the weight that looks like its thousandths`() {
    func value(_ text: String) -> String? { CacheVary.value(of: "accept", in: ["Accept": text]) }
    for (one, other) in [("a;q=2", "a;q=0.002"), ("a;q=1.5", "a"), ("a;q=500", "a;q=0.5"), ("a;q=2", "a")] {
      #expect(value(one) != value(other))
    }
    for (one, other) in [("a;q=0.5", "a;q=0.500"), ("a;q=1.0", "a"), ("a; Q=0.25", "A;q=0.25")] {
      #expect(value(one) == value(other))
    }
  }

  @Test func `a dump of a key, a selector or a link shows no secret`() throws {
    let key = CacheKey(partition: "hush", url: "https://h.example/x?access_token=hush")
    let selectors = [CachedResponse.Selector(name: "cookie", value: "sid=hush")]
    let headers: Headers = ["Link": "</y?access_token=hush>; rel=next; title=\"hush\""]
    let links = headers.links(relativeTo: try ResourceURL("https://h.example/"))
    #expect(links.count == 1)
    for value in [key, selectors, links] as [Any] {
      var text = String(reflecting: value) + "\(value)"
      dump(value, to: &text)
      #expect(!text.contains("hush"), "\(text)")
    }
  }

  @Test func `keys keep apart whatever their texts hold`() {
    let keys = [("a", "b"), ("", "ab"), ("ab", ""), ("1:a", "b"), ("a:", "b"), ("a\u{301}", "b"), ("á", "b")].map {
      CacheKey(partition: $0.0, url: $0.1)
    }
    #expect(Set(keys).count == keys.count)
    #expect(Set(keys.map { ExactText($0.text) }).count == keys.count)
    for key in keys { #expect(CacheKey(text: key.text) == key) }
    for text in ["", "1", "9:a", ":a", "-1:a", "2:á:x".replacing(bytes: "2", with: "1")] {
      #expect(CacheKey(text: text) == nil, "\(text)")
    }
  }

  private func url(_ text: String, _ field: String?, _ rules: CacheRules = CacheRules()) throws -> String {
    let headers: Headers = field.map { ["No-Vary-Search": $0] } ?? [:]
    return SearchRule(rules, headers).url(try ResourceURL(text))
  }

  @Test func `the whole query is in the key, the fragment and who logs in are not`() throws {
    #expect(try url("https://u:p@a.example/x?a=1&b=2#f", nil) == "https://a.example/x?a=1&b=2")
    #expect(try url("https://a.example/x?", nil) != url("https://a.example/x", nil))
  }

  @Test(arguments: [
    ("key-order", "a=1&b=2"), ("params=(\"a\")", "b=2"), ("params, except=(\"a\")", "a=1"), ("params", ""),
    ("params=(\"b\" \"a\")", ""), ("params=?0", "b=2&a=1"), ("except=(\"a\")", "b=2&a=1"), ("params=(x)", "b=2&a=1"),
    ("params=(\"a\"", "b=2&a=1"), ("key-order=5", "b=2&a=1"), ("params=(\"%61\")", "b=2"), ("other", "b=2&a=1"),
  ])
  func `No-Vary-Search says what of a query counts, and nothing where it is malformed`(field: String, query: String)
    throws
  {
    let expected = query.isEmpty ? "https://a.example/x" : "https://a.example/x?" + query
    #expect(try url("https://a.example/x?b=2&a=1", field) == expected)
  }

  @Test func `the configuration says what of a query counts`() throws {
    let rules = CacheRules {
      $0.ignoredQuery = ["utm"]
      $0.keepsQueryOrder = false
    }
    #expect(try url("https://a.example/x?b=2&utm=9&a=2&a=1", nil, rules) == "https://a.example/x?a=2&a=1&b=2")
  }
}
