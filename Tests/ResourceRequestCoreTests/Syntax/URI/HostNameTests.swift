// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestSyntax

struct HostNameTests {
  @Test(arguments: [
    ("Example.COM", "example.com"), ("example.com.", "example.com"), ("my_service", "my_service"), ("a", "a"),
    ("ex%61mple", "example"), ("a%2Eb", "a.b"), ("1.2.3.4.5a", "1.2.3.4.5a"), ("1a", "1a"), ("0x", "0.0.0.0"),
    ("192.168.1.1", "192.168.1.1"), ("192.168.257", "192.168.1.1"), ("0300.0250.1.1", "192.168.1.1"),
    ("0xC0A80101", "192.168.1.1"), ("1.2.3.4.", "1.2.3.4"), ("4294967295", "255.255.255.255"), ("0", "0.0.0.0"),
    ("straße.de", "xn--strae-oqa.de"), ("STRAßE.de", "xn--strae-oqa.de"), ("bücher.example", "xn--bcher-kva.example"),
    ("日本語。jp", "xn--wgv71a119e.jp"), ("пример.рф", "xn--e1afmkfd.xn--p1ai"), ("ไทย.example", "xn--o3cw4h.example"),
    ("Ελλάδα.gr", "xn--hxakic4aa.gr"), ("한국.kr", "xn--3e0b707e.kr"), ("مصر", "xn--wgbh1c"),
    ("XN--BCHER-KVA", "xn--bcher-kva"),
  ])
  func `hosts are brought to one form`(written: String, canonical: String) throws {
    let host = try HostName(written[...])
    #expect(host.text == canonical)
    #expect(try HostName(canonical[...]).text == canonical)
  }

  @Test(arguments: [
    ("[::]", "[::]"), ("[::1]", "[::1]"), ("[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8]"),
    ("[0:0:1:0:0:0:0:0]", "[0:0:1::]"),
    ("[2001:DB8:0:0:1:0:0:1]", "[2001:db8::1:0:0:1]"), ("[2001:db8:0:1:1:1:1:1]", "[2001:db8:0:1:1:1:1:1]"),
    ("[::ffff:192.0.2.1]", "[::ffff:192.0.2.1]"), ("[::FFFF:c000:201]", "[::ffff:192.0.2.1]"), ("[1::]", "[1::]"),
    ("[64:ff9b::1.2.3.4]", "[64:ff9b::102:304]"), ("[0001::0a]", "[1::a]"), ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"),
  ])
  func `IPv6 addresses are written by RFC 5952`(written: String, canonical: String) throws {
    #expect(try HostName(written[...]).text == canonical)
    #expect(try HostName(canonical[...]).text == canonical)
  }

  @Test(arguments: [
    ("", HostName.Invalid.empty), (".", .empty), ("a..b", .emptyLabel), (".a", .emptyLabel), ("a..", .emptyLabel),
    ("a%00b", .character), ("a%2Fb", .character), ("a%25b", .character), ("a%20b", .character),
    ("a%zz", .percentEncoding),
    ("%ff", .percentEncoding), ("a$b", .character), ("a%40b", .character), ("a%5B", .character),
    ("1.2.3.256", .ipv4), ("1.2.3.4.5", .ipv4), ("4294967296", .ipv4), ("1.2.3.08", .ipv4), ("256.1", .ipv4),
    ("0x1.0xFFFFFFFFFF", .ipv4), ("99999999999999999999999", .ipv4), ("[]", .ipv6), ("[:]", .ipv6),
    ("[1:2]", .ipv6),
    ("[1::2::3]", .ipv6), ("[:::]", .ipv6), ("[12345::]", .ipv6), ("[1:2:3:4:5:6:7:8:9]", .ipv6), ("[::1.2.3]", .ipv6),
    ("[::1.2.3.04]", .ipv6), ("[1.2.3.4::]", .ipv6), ("[v1.a]", .ipv6), ("[fe80::1%25eth0]", .zone), ("[::g]", .ipv6),
    ("[1:2:3:4:5:6:7:8::]", .ipv6), ("[1:2:3:4::5:6:7:8]", .ipv6),
  ])
  func `what is no host is refused`(written: String, reason: HostName.Invalid) {
    #expect(throws: reason) { try HostName(written[...]) }
  }

  @Test(arguments: [
    "ｅxample.com", "u\u{308}ber.de", "a\u{200D}b.de", "a\u{AD}b.de", "ﬁ.de", "\u{2460}.de", "\u{FF11}.1", "ŀ.de",
    "ſ.de",
    "😀.de", "क\u{93C}.in", "\u{212B}\u{30A}", "²", "\u{E33}", "bü--x",
  ])
  func `what would need a mapping that is not done here is refused`(name: String) {
    let encoded = PercentEncoding.encode(name, allowing: .unreserved)
    #expect(throws: HostName.Invalid.unmappable) { try HostName(name[...]) }
    #expect(throws: HostName.Invalid.unmappable) { try HostName(encoded[...]) }
  }

  @Test(
    arguments: [
      ("xn--a.ß", HostName.Invalid.aLabel), ("xn--a", .aLabel), ("XN--A.example", .aLabel), ("xn--", .aLabel),
      ("xn--a-.example", .aLabel), ("xn--abc-.example", .aLabel), ("a.xn--zzzzzzzzz99999", .aLabel), ("xn--0", .aLabel),
      ("xn--strae-oqA.de", nil), ("xn--ls8h.la", nil), ("xn--i-7iq.ws", nil), ("xn--fa-hia.de", nil),
      // U+0308 first; an upper-case letter; a letter that is mapped to another; U+200D without a virama.
      ("xn--ab-tub", .aLabel), ("xn--ab-6ha", .aLabel), ("xn--jm6c", .aLabel), ("xn--zn7c.com", .aLabel),
      ("xn--ab-m1t", .aLabel),
      // An ideographic full stop; a sign about ideographs.
      ("xn--ab-r13a", .aLabel), ("xn--ab-084a", .aLabel),
      ("my--host", nil), ("ab--cd.example", nil), ("axn--b", nil),
    ] as [(String, HostName.Invalid?)]
  )
  func `an A-label stands for a name that is written so`(name: String, reason: HostName.Invalid?) throws {
    if let reason {
      #expect(throws: reason) { try HostName(name[...]) }
      #expect(throws: (any Error).self) { try ResourceURL("https://\(name)/") }
    } else {
      #expect(try HostName(name[...]).text == name.lowercased())
      #expect(try ResourceURL("https://\(name)/").origin.host == name.lowercased())
    }
  }

  @Test(
    arguments: [
      // RFC 5893 §2 and the cases of UTS 46's IdnaTestV2.
      ("à.א", "xn--0ca.xn--4db"), ("א.example", "xn--4db.example"), ("אב1", nil), ("א٠", nil), ("a1.א", "a1.xn--4db"),
      ("example.مصر", "example.xn--wgbh1c"),
    ] as [(String, String?)]
  )
  func `names from right to left keep the Bidi rule`(name: String, canonical: String?) throws {
    let text = try HostName(name[...]).text
    if let canonical { #expect(text == canonical) }
    #expect(try HostName(text[...]).text == text)
  }

  @Test(arguments: [
    "0à.א", "àא.example", "אa", "א0٠", "0a.א", "1.א", "a-.א", "_a.א", "א-", "٠א", "xn--0ca24w", "1.xn--4db",
  ])
  func `names that break the Bidi rule are refused`(name: String) {
    #expect(throws: HostName.Invalid.direction) { try HostName(name[...]) }
  }

  @Test func `labels and names have their lengths`() throws {
    let label = String(repeating: "a", count: 63)
    #expect(try HostName(label[...]).text == label)
    #expect(throws: HostName.Invalid.longLabel) { try HostName((label + "a")[...]) }
    let name = [label, label, label, String(repeating: "a", count: 61)].joined(separator: ".")
    #expect(try HostName(name[...]).text == name)
    #expect(throws: HostName.Invalid.tooLong) { try HostName((name + "a")[...]) }
    #expect(throws: HostName.Invalid.longLabel) { try HostName(String(repeating: "ü", count: 60)[...]) }
  }

  @Test func `random hosts are refused or have one form`() {
    var random = SeededGenerator(seed: 5952)
    let alphabet = Array("0123456789abcfxX.:[]%2é-".unicodeScalars)
    for _ in 0..<10_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...10, using: &random) {
        text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
      }
      let written = random.next() & 1 == 0 ? String(text) : "[\(String(text))]"
      guard (try? URIReference("//" + PercentEncoding.encode(written, allowing: .visible)))?.host != nil,
        let host = try? HostName(written[...])
      else { continue }
      #expect((try? HostName(host.text[...]))?.text == host.text, "\(written)")
    }
  }
}
