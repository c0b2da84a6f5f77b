// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

struct CookieJarTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// The Cookie field that is sent to a URL after another URL has set these cookies.
  private func sent(
    to url: String,
    after fields: [String],
    from source: String,
    later seconds: Double = 0
  ) async throws -> String? {
    let jar = CookieJar(.inMemory)
    for field in fields { try await jar.take([field], from: ResourceURL(source), now: now) }
    return jar.field(for: try ResourceURL(url), now: now.addingTimeInterval(seconds))
  }

  /// The examples of RFC 6265 §3.1.
  @Test func `a session is kept, widened, and ended`() async throws {
    let jar = CookieJar(.inMemory)
    let url = try ResourceURL("https://site.example/")
    func take(_ field: String) async throws { try await jar.take([field], from: url, now: now) }
    func field(_ url: String) throws -> String? { jar.field(for: try ResourceURL(url), now: now) }
    try await take("SID=31d4d96e407aad42")
    #expect(try field("https://site.example/x") == "SID=31d4d96e407aad42")
    try await take("SID=31d4d96e407aad42; Path=/; Domain=site.example")
    try await take("SID=31d4d96e407aad42; Path=/; Secure; HttpOnly")
    try await take("lang=en-US; Path=/; Domain=site.example")
    #expect(try field("http://www.site.example/") == "SID=31d4d96e407aad42; lang=en-US")
    try await take("lang=en-US; Expires=Wed, 09 Jun 2100 10:18:14 GMT; Domain=site.example")
    try await take("lang=; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Domain=site.example")
    #expect(try field("http://www.site.example/") == "SID=31d4d96e407aad42")
  }

  /// Set-Cookie, the URL that sets it, another URL, and whether the cookie is sent there.
  @Test(arguments: [
    ("a=1", "http://a.example/", "http://a.example/x/y", true),
    ("a=1", "http://a.example/", "http://b.a.example/", false),
    ("a=1; Domain=a.example", "http://a.example/", "http://b.a.example/", true),
    ("a=1; Domain=.a.example", "http://b.a.example/", "http://a.example/", true),
    ("a=1; Domain=x@a.example", "http://a.example/", "http://a.example/", false),
    ("a=1; Domain=a.example:80", "http://a.example/", "http://a.example/", false),
    ("a=1; Domain=a.example/x", "http://a.example/", "http://a.example/", false),
    ("a=1; Domain=a.example?x", "http://a.example/", "http://a.example/", false),
    ("a=1; Domain=a.example#x", "http://a.example/", "http://a.example/", false),
    ("a=1; Domain=%61.example", "http://a.example/", "http://a.example/", false),
    ("a=1; Path=/\u{301}b", "http://a.example/", "http://a.example/%CC%81b", false),
    ("a=1; Domain=a.example.", "http://a.example/", "http://a.example/", false),
    ("a=1; Domain=A.EXAMPLE", "http://b.a.example/", "http://c.a.example/", true),
    ("a=1; Domain=", "http://a.example/", "http://b.a.example/", false),
    ("a=1; Domain=", "http://a.example/", "http://a.example/", true),
    ("a=1; Domain=b.a.example", "http://a.example/", "http://b.a.example/", false),
    ("a=1; Domain=other.example", "http://a.example/", "http://other.example/", false),
    ("a=1; Domain=a.example", "http://ba.example/", "http://a.example/", false),
    // A public suffix is refused as the domain; if it is the host itself, the cookie is for that host only.
    ("a=1; Domain=example", "http://a.example/", "http://a.example/", false),
    ("a=1; Domain=co.uk", "http://a.co.uk/", "http://a.co.uk/", false),
    ("a=1; Domain=a.co.uk", "http://b.a.co.uk/", "http://a.co.uk/", true),
    ("a=1; Domain=com.au", "http://a.com.au/", "http://a.com.au/", false),
    ("a=1; Domain=co.de", "http://co.de/", "http://co.de/", true),
    ("a=1; Domain=co.de", "http://co.de/", "http://a.co.de/", false),
    // Without the public suffix list, a domain with many owners is treated like any other.
    ("a=1; Domain=github.io", "http://a.github.io/", "http://b.github.io/", true),
    ("__Host-a=1; Secure; Path=/; Domain=github.io", "https://a.github.io/", "https://b.github.io/", false),
    ("a=1; Domain=localhost", "http://localhost:1/", "http://localhost:2/", true),
    ("a=1; Domain=localhost", "http://localhost/", "http://a.localhost/", false),
    // An IP address matches only itself.
    ("a=1; Domain=127.0.0.1", "http://127.0.0.1/", "http://127.0.0.1/", true),
    ("a=1; Domain=0.0.1", "http://127.0.0.1/", "http://127.0.0.1/", false),
    ("a=1", "http://[::1]/", "http://[::1]:9/", true),
    // Paths (§5.1.4).
    ("a=1", "http://a.example/x/y", "http://a.example/x/", true),
    ("a=1", "http://a.example/x/y", "http://a.example/x", true),
    ("a=1", "http://a.example/x/y", "http://a.example/", false),
    ("a=1", "http://a.example/x", "http://a.example/", true),
    ("a=1; Path=/x", "http://a.example/", "http://a.example/x/y", true),
    ("a=1; Path=/x", "http://a.example/", "http://a.example/xy", false),
    ("a=1; Path=/x/", "http://a.example/", "http://a.example/x", false),
    ("a=1; Path=x", "http://a.example/p/q", "http://a.example/p/r", true),
    ("a=1; Path=/X", "http://a.example/", "http://a.example/x", false),
    ("a=1; Path=/x; Path=/y", "http://a.example/", "http://a.example/y", true),
    // Secure.
    ("a=1; Secure", "https://a.example/", "http://a.example/", false),
    ("a=1; Secure", "https://a.example/", "https://a.example/", true),
    ("a=1; sEcUrE=no", "https://a.example/", "http://a.example/", false),
    ("a=1; Secure", "http://a.example/", "https://a.example/", false),
    ("a=1", "https://a.example/", "http://a.example/", true),
    // Prefixes (RFC 6265bis §4.1.3).
    ("__Secure-a=1; Secure", "https://a.example/", "https://a.example/", true),
    ("__Secure-a=1", "https://a.example/", "https://a.example/", false),
    ("__secure-a=1", "https://a.example/", "https://a.example/", false),
    ("__Host-a=1; Secure; Path=/", "https://a.example/", "https://a.example/", true),
    ("__Host-a=1; Secure", "https://a.example/", "https://a.example/", false),
    ("__Host-a=1; Secure; Path=/; Domain=a.example", "https://a.example/", "https://a.example/", false),
    ("__Host-a=1; Path=/", "https://a.example/", "https://a.example/", false),
    ("a=1", "http://intranet/", "http://intranet./", false), ("a=1", "http://a.example./", "http://a.example./", true),
    ("a=1; Domain=a.example", "http://a.example/", "http://a.example./", false),
    ("a=1; Domain=a.example", "http://a.example./", "http://a.example/", false),
    ("=__Host-a=1; Secure; Path=/", "https://a.example/", "https://a.example/", false),
  ])
  func `a cookie goes where it belongs and nowhere else`(field: String, from: String, to: String, goes: Bool)
    async throws
  {
    #expect(try await (sent(to: to, after: [field], from: from) != nil) == goes)
  }

  @Test(
    arguments: [
      ("a=b=c", "a=b=c"), (" a = b c ; x", "a=b c"), ("a=\"b; c\"", "a=\"b"), ("a=", "a="), ("value", "value"),
      ("=v", "v"),
      ("", nil), (";", nil), ("=", nil), ("a=b\u{1}", nil), ("a=b\tc", "a=b\tc"), ("a=ü", "a=ü"), ("a=b;;;", "a=b"),
    ] as [(String, String?)]
  )
  func `pairs are read as servers write them`(field: String, sent: String?) async throws {
    #expect(try await self.sent(to: "http://a.example/", after: [field], from: "http://a.example/") == sent)
  }

  @Test func `too long a pair is refused, too long an attribute ignored`() throws {
    let long = String(repeating: "x", count: 4096)
    #expect(SetCookie("a=" + long) == nil)
    #expect(SetCookie(String(long.dropLast()) + "=1")?.value == "1")
    #expect(SetCookie("a=1; Path=/" + long)?.path == nil)
  }

  @Test(
    arguments: [
      ("a=1; Max-Age=10", 9.0, true), ("a=1; Max-Age=10", 10, false), ("a=1; Max-Age=0", 0, false),
      ("a=1; Max-Age=-1", 0, false), ("a=1; Max-Age=", 1e6, true), ("a=1; Max-Age=1x", 1e6, true),
      ("a=1; Max-Age=99999999999999999999", 3e7, true), ("a=1; Max-Age=99999999999999999999", 400 * 86_400, false),
      ("a=1; Max-Age=-99999999999999999999", 0, false),
      ("a=1; Max-Age=10; Expires=Sun, 06 Nov 1994 08:49:37 GMT", 9, true),
      ("a=1; Expires=Sun, 06 Nov 1994 08:49:37 GMT", 0, false), ("a=1; Expires=gibberish", 1e9, true),
      ("a=1; Expires=Fri, 15 Jan 2027 08:00:10 GMT", 9, true),
      ("a=1; Expires=Fri, 15 Jan 2027 08:00:10 GMT", 10, false),
    ] as [(String, Double, Bool)]
  )
  func `a cookie ends when it says, at the latest after 400 days`(field: String, later: Double, lives: Bool)
    async throws
  {
    let found = try await sent(to: "http://a.example/", after: [field], from: "http://a.example/", later: later)
    #expect((found != nil) == lives)
  }

  /// RFC 6265 §5.1.1.
  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("6 nov 94 8:49:37", 784_111_777), ("1 Jan 1970 00:00:00", 0),
      ("01-JAN-69 00:00:00", 3_124_224_000), ("29 Feb 2000 00:00:00", 951_782_400), ("29 Feb 1900 00:00:00", nil),
      ("32 Jan 2000 00:00:00", nil), ("1 Jan 1600 00:00:00", nil), ("1 Jan 2000 24:00:00", nil), ("1 Jan 2000", nil),
      ("1 Jan 2000 1:2", nil), ("1 Foo 2000 00:00:00", nil), ("123 Jan 2000 00:00:00", nil), ("", nil),
      ("Thu, 01 Jan 1970 00:00:00 GMT; x", 0), ("00:00:00xyz 1st January 2000ad", 946_684_800),
    ] as [(String, Int64?)]
  )
  func `dates are read loosely`(text: String, seconds: Int64?) {
    #expect(CookieDate.parse(text) == seconds)
  }

  @Test func `longer paths come first, then older cookies, which an update leaves in their place`() async throws {
    let fields = ["a=1", "b=2; Path=/x/y", "c=3; Path=/x", "d=4", "a=5"]
    #expect(
      try await sent(to: "http://a.example/x/y", after: fields, from: "http://a.example/") == "b=2; c=3; a=5; d=4"
    )
  }

  @Test func `an open connection cannot stand before a secure cookie`() async throws {
    let jar = CookieJar(.inMemory)
    let secure = try ResourceURL("https://a.example/")
    try await jar.take(["a=1; Secure", "b=1"], from: secure, now: now)
    try await jar.take(["a=2", "b=2", "a=3; Path=/x"], from: ResourceURL("http://a.example/"), now: now)
    #expect(jar.field(for: try ResourceURL("https://a.example/x"), now: now) == "a=1; b=2")
  }

  @Test func `one domain cannot push the others out`() async throws {
    let jar = CookieJar(.inMemory)
    try await jar.take(["kept=1"], from: ResourceURL("http://b.example/"), now: now)
    let many = (0..<500).map { "n\($0)=1" }
    try await jar.take(many, from: ResourceURL("http://a.example/"), now: now)
    #expect(jar.cookies.count == 181)
    #expect(jar.cookies.contains { $0.name == "n499" })
    try jar.removeAll(of: "A.example")
    #expect(jar.cookies.map(\.name) == ["kept"])
    try jar.removeAll()
    #expect(jar.cookies.isEmpty)
  }

  @Test func `of an answer that sets very many cookies the last ones count, whatever is there`() async throws {
    let jar = CookieJar(.inMemory)
    let many = (0..<100_000).map { "n\($0)=1; Path=/\($0)" }
    for _ in 0..<20 {
      try await jar.take(many, from: ResourceURL("http://a.example/"), now: now)
      try await jar.take(many, from: ResourceURL("https://b.a.example/"), now: now)
    }
    #expect(jar.cookies.count == 180)
    #expect(jar.cookies.last?.name == "n99999")
  }

  @Test func `a site cannot push the others out by hosts of its own`() async throws {
    let jar = CookieJar(.inMemory)
    for url in ["http://b.example/", "http://a.co.uk/", "http://127.0.0.1/", "http://localhost/"] {
      try await jar.take(["kept=1"], from: ResourceURL(url), now: now)
    }
    for number in 0..<4000 {
      let later = now.addingTimeInterval(Double(number))
      try await jar.take(
        ["n=1; Domain=a.example", "m=1"],
        from: ResourceURL("http://h\(number).a.example/"),
        now: later
      )
    }
    #expect(jar.cookies.filter { $0.name == "kept" }.count == 4)
    #expect(jar.cookies.count == 184)
    #expect(jar.field(for: try ResourceURL("http://h3999.a.example/"), now: now.addingTimeInterval(4000)) == "n=1; m=1")
  }

  @Test func `of very many sites the newest are kept`() async throws {
    let jar = CookieJar(.inMemory)
    for number in 0..<5000 {
      let later = now.addingTimeInterval(Double(number))
      try await jar.take(["n=1"], from: ResourceURL("http://a\(number).example/"), now: later)
      #expect(jar.field(for: try ResourceURL("http://a\(number).example/"), now: later) == "n=1")
    }
    #expect((2700...3000).contains(jar.cookies.count))
  }

  @Test func `what is over goes before what is oldest`() async throws {
    let jar = CookieJar(.inMemory)
    let url = try ResourceURL("http://a.example/")
    try await jar.take(["old=1"], from: url, now: now)
    for number in 0..<179 { try await jar.take(["n\(number)=1; Max-Age=10"], from: url, now: now) }
    try await jar.take(["new=1"], from: url, now: now.addingTimeInterval(20))
    #expect(jar.cookies.map(\.name) == ["old", "new"])
  }

  @Test(arguments: [
    ("a.example", "a.example"), ("c.b.a.example", "a.example"), ("example", "example"), ("a.co.uk", "a.co.uk"),
    ("b.a.co.uk", "a.co.uk"), ("co.uk", "co.uk"), ("127.0.0.1", "127.0.0.1"), ("[::1]", "[::1]"),
    ("a.localhost", "a.localhost"), ("", ""),
  ])
  func `a site is a registered domain and what lies below it`(host: String, site: String) {
    #expect(PublicSuffixes.site(of: host) == site)
  }

  @Test func `a response over http cannot push a secure cookie out, nor can that of a sibling`() async throws {
    let jar = CookieJar(.inMemory)
    func take(_ field: String, _ url: String) async throws {
      try await jar.take([field], from: ResourceURL(url), now: now)
    }
    try await take("sid=good; Secure; Path=/", "https://www.a.example/")
    for number in 0..<400 { try await take("f\(number)=1", "http://\(number % 2 == 0 ? "www" : "x").a.example/") }
    try await take("sid=evil; Path=/", "http://www.a.example/")
    let sent = try #require(jar.field(for: try ResourceURL("https://www.a.example/"), now: now))
    #expect(sent.contains("sid=good") && !sent.contains("evil"))
    // One that is secure may take the place of the oldest.
    for number in 0..<400 { try await take("s\(number)=1; Secure", "https://www.a.example/") }
    #expect(jar.field(for: try ResourceURL("https://www.a.example/"), now: now)?.contains("s399=1") == true)
  }

  @Test func `a secure cookie that is over is in nobody's way`() async throws {
    let jar = CookieJar(.inMemory)
    let url = try ResourceURL("http://a.example/")
    try await jar.take(["sid=old; Secure; Max-Age=5"], from: ResourceURL("https://a.example/"), now: now)
    let later = now.addingTimeInterval(10)
    try await jar.take(["sid=new"], from: url, now: later)
    #expect(jar.field(for: url, now: later) == "sid=new")
  }

  @Test func `the oldest cookie makes room, wherever a file has it`() {
    func cookie(_ name: String, _ domain: String, at seconds: Double) -> CookieJar.Cookie {
      CookieJar.Cookie(
        name: name,
        value: Secret("1"),
        domain: domain,
        isHostOnly: true,
        path: "/",
        expires: nil,
        isSecure: false,
        isHTTPOnly: false,
        created: now.addingTimeInterval(seconds)
      )
    }
    // The first of the file is the newest.
    var store = CookieStore(
      [cookie("k0", "a.example", at: 1_000)]
        + (1..<CookieStore.limits.site).map { cookie("k\($0)", "www.a.example", at: Double($0)) }
    )
    let later = now.addingTimeInterval(2_000)
    store.put(cookie("new", "www.a.example", at: 2_000), fromOpenConnection: false, now: later)
    let names = Set(store.all.map(\.name))
    #expect(names.contains("k0") && names.contains("new") && !names.contains("k1"))
  }

  @Test func `of several cookies of a file with one identity the last is the cookie`() async throws {
    let jar = CookieJar(.inMemory)
    let url = try ResourceURL("http://site.example/")
    for field in ["sid=old", "other=x"] { try await jar.take([field], from: url, now: now) }
    let old = jar.cookies
    let later = CookieJar(.inMemory)
    try await later.take(["sid=new"], from: url, now: now)
    let store = CookieStore(old + later.cookies)
    #expect(store.matching(url, now: now).map(\.value).map { $0.reveal() }.sorted() == ["new", "x"])
  }

  @Test func `cookies are removed by the name of their host in any script`() async throws {
    let jar = CookieJar(.inMemory)
    try await jar.take(["a=1"], from: try ResourceURL("http://müller.example/"), now: now)
    #expect(jar.cookies.count == 1)
    try jar.removeAll(of: "Müller.example")
    #expect(jar.cookies.isEmpty)
  }

  @Test func `the cookies of a host with a final dot are removed by its name`() async throws {
    let jar = CookieJar(.inMemory)
    try await jar.take(["a=1"], from: try ResourceURL("https://a.example./"), now: Date())
    try jar.removeAll(of: "a.example.")
    #expect(jar.cookies.isEmpty)
  }
}
