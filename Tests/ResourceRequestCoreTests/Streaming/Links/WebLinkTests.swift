// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestStreaming

/// `Link` fields (RFC 8288).
struct WebLinkTests {
  private func links(_ lines: String..., at url: String = "http://h.example/a/b?c#d") throws -> [WebLink] {
    var headers = Headers()
    for line in lines { headers.append("Link", line) }
    return ResourceResponse(status: 200, headers: headers, url: try ResourceURL(url)).links
  }

  @Test func `the links of a head share its URL, however long it is`() throws {
    let long = "http://h.example/" + String(repeating: "a", count: 120_000)
    let found = try links(String(repeating: "<>;rel=a,", count: 13_000), at: long)
    #expect(found.count == 13_000)
    #expect(Mirror(reflecting: found[0]).children.contains { $0.value is ResourceURL? && $0.label == "url" } == false)
    #expect(found.last?.url?.string.utf8.count == long.utf8.count)
  }

  @Test func `the examples of the RFC`() throws {
    let chapter = try links(#"<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter""#)
    #expect(chapter.map(\.url?.string) == ["http://example.com/TheBook/chapter2"])
    #expect(chapter.first?.relations == ["previous"] && chapter.first?.title == "previous chapter")
    let root = try links(#"</>; rel="http://example.net/foo""#)
    #expect(root.first?.url?.string == "http://h.example/")
    #expect(root.first?.has(relation: "HTTP://example.net/foo") == true)
    let terms = try links(##"</terms>; rel="copyright"; anchor="#foo""##)
    #expect(terms.first?.anchor == "#foo")
    let german = try links(
      #"</TheBook/chapter2>; rel="previous"; title*=UTF-8'de'letztes%20Kapitel, "#
        + #"</TheBook/chapter4>; rel="next"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel"#
    )
    #expect(german.map(\.title) == ["letztes Kapitel", "nächstes Kapitel"])
    let two = try links(#"<http://example.org/>; rel="start http://example.net/relation/other""#)
    #expect(two.first?.relations == ["start", "http://example.net/relation/other"])
    let several = try links(
      #"<https://example.org/>; rel="start", <https://example.org/index>; rel="index""#
    )
    #expect(several.map(\.relations) == [["start"], ["index"]])
  }

  @Test func `the form of GitHub`() throws {
    let found = try links(
      #"<https://api.github.com/repositories/1300192/issues?page=2>; rel="prev", "#
        + #"<https://api.github.com/repositories/1300192/issues?page=4>; rel="next", "#
        + #"<https://api.github.com/repositories/1300192/issues?page=515>; rel="last", "#
        + #"<https://api.github.com/repositories/1300192/issues?page=1>; rel="first""#
    )
    #expect(found.map(\.relations) == [["prev"], ["next"], ["last"], ["first"]])
    #expect(found[1].url?.query == "page=4")
    #expect("\(found[1])" == "next: https://api.github.com/repositories/1300192/issues?page=4")
  }

  @Test(arguments: [
    ("<x>;rel=next", "/a/x"), ("<x>; REL=Next", "/a/x"), ("<x> ; rel = \"next\"", "/a/x"),
    ("<?p=2>; rel=next", "/a/b?p=2"),
    ("<a,b;c>; rel=next", "/a/a,b;c"), (",, <x>; rel=next,,", "/a/x"),
    ("<x>; rel=prev; rel=next, <y>; rel=next", "/a/y"),
    ("<x>; title=\"a, <y>; rel=\\\"z\\\"\"; rel=next", "/a/x"), ("junk, <x>; rel=next", "/a/x"),
    ("<x>; rel=\"next", "/a/x"), ("<x>; a; b=; rel=next", "/a/x"), ("<>; rel=next", "/a/b?c"),
  ])
  func `what servers write is read`(line: String, target: String) throws {
    let url = try ResourceURL("http://h.example/a/b?c#d")
    let response = ResourceResponse(status: 200, headers: ["Link": line], url: url)
    #expect(response.link("next")?.string == "http://h.example" + target)
  }

  @Test(arguments: ["", "<x", "<x>", "<x>; rel=\"\"", "x; rel=next", ";;;", "<<<<", "\"<x>; rel=next"])
  func `what is no link is none`(line: String) throws {
    #expect(try links(line).isEmpty)
  }

  @Test func `title* wins where it can be decoded, and of what comes twice the first counts`() throws {
    let link = try #require(
      try links(
        #"<x>; rel=a; title="one"; title="two"; title*=UTF-8''dr%C3%BCi; hreflang=de; hreflang=fr; type="text/html""#
      ).first
    )
    #expect(link.title == "drüi" && link["title"] == "one")
    #expect(link.mediaType?.essence == "text/html")
    #expect(try links("<x>; rel=a; title=plain; title*=koi8-r''%ff").first?.title == "plain")
    #expect(try links("<x>; rel=a; title=plain; title*=UTF-8''%ff").first?.title == "plain")
  }

  @Test func `a broken line spoils no other, and other schemes have no URL`() throws {
    let found = try links("<x>; rel=\"a", "<mailto:a@b.example>; rel=author", "<http://h.example:99999/>; rel=b")
    #expect(found.map(\.relations) == [["a"], ["author"], ["b"]])
    #expect(found.map { $0.url != nil } == [true, false, false])
    #expect(found[1].target == "mailto:a@b.example")
  }

  @Test func `a link of another resource is not one of the response`() throws {
    let url = try ResourceURL("http://h.example/a/b?c")
    func next(_ anchor: String) -> String? {
      ResourceResponse(status: 200, headers: ["Link": "<x>; rel=next; anchor=\"\(anchor)\""], url: url).link("next")?
        .string
    }
    #expect(next("/other") == nil)
    #expect(next("http://h.example/a/b?c") == "http://h.example/a/x")
    #expect(next("#part") == "http://h.example/a/x")
  }
}
