// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestTransfer

struct ContentFieldTests {
  @Test(
    arguments: [
      ("bytes 0-4/10", 0...4, 10), ("BYTES 5-5/*", 5...5, nil), ("bytes */10", nil, 10),
    ] as [(String, ClosedRange<Int>?, Int?)]
  )
  func `a content range is read`(text: String, bytes: ClosedRange<Int>?, total: Int?) throws {
    let range = try #require(ContentRange(text))
    #expect(range.bytes == bytes)
    #expect(range.total == total)
  }

  @Test(arguments: [
    "", "bytes", "bytes 4-3/10", "bytes 4-10/10", "bytes -4/10", "bytes 4-/10", "bytes 0-4", "bytes 0-4/10/2",
    "bytes 0-+4/10", "bytes 0-99999999999999999999/*", "items 0-4/10",
  ])
  func `a broken content range is none`(text: String) {
    #expect(ContentRange(text) == nil)
  }

  @Test(
    arguments: [
      ("attachment; filename=\"a b.txt\"", "a b.txt"),
      ("attachment; filename=plain.txt; filename*=UTF-8''na%C3%AFve.txt", "naïve.txt"),
      ("attachment; filename*=ISO-8859-1''na%EFve.txt", "naïve.txt"),
      ("attachment; filename=\"../../etc/passwd\"", "passwd"),
      ("attachment; filename=\"..\\\\..\\\\boot.ini\"", "boot.ini"),
      ("attachment; filename=\".bashrc\"", "bashrc"),
      ("attachment; filename*=UTF-8''%2e%2e%2f%00evil%0d%0a.sh", "evil.sh"),
      ("attachment; filename*=UTF-8''a%E2%80%AEtxt.exe", "atxt.exe"),
      ("inline", nil), ("attachment; filename=\"..\"", nil), ("attachment; filename=\"/\"", nil),
    ] as [(String, String?)]
  )
  func `an offered file name is made harmless`(value: String, name: String?) {
    #expect(ContentDisposition.fileName(value) == name)
  }

  @Test(
    arguments: [
      ("x%2F%E2%80%8D..%2F%E2%80%8Dvictim", "victim"), ("%2F%CC%81etc%2F%CC%81passwd", "passwd"),
      ("%2Fetc%2Fpasswd", "passwd"), ("a%5C%EF%B8%8F..%5C%EF%B8%8Fboot.ini", "boot.ini"),
      (".%CC%81bashrc", "bashrc"), (".%E2%80%8D.%E2%80%8D%2F%E2%80%8D", nil), ("%E3%80%80%C2%A0.x", "x"),
      ("C%3A%5Cboot.ini", "boot.ini"), ("%20.%CC%81 x.%20", "x"), ("a.%E2%80%8B", "a"),
    ] as [(String, String?)]
  )
  func `no offered file name leads elsewhere or is hidden, whatever stands behind a slash or a dot`(
    text: String,
    expected: String?
  ) {
    let name = ContentDisposition.fileName("attachment; filename*=UTF-8''" + text)
    #expect(name.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    #expect(name.map { $0.utf8.contains { $0 == 0x2F || $0 == 0x5C } || $0.utf8.first == 0x2E } != true)
  }

  @Test(
    arguments: [
      ("attachment; filename = \"a b.txt\"", "a b.txt"), ("attachment; filename =a.txt", "a.txt"),
      ("attachment ; filename*\t=\tUTF-8''b.txt", "b.txt"), ("attachment; filename*=iso-8859-1''a%+fb", nil),
      ("attachment; filename=c.txt; filename*=iso-8859-1''a%+fb", "c.txt"),
      ("attachment; filename=\"x\u{301}; filename=y\"", "x\u{301}; filename=y"), (";\u{301} filename=z", nil),
      ("attachment;\u{301}filename=n; filename=z", "z"),
    ] as [(String, String?)]
  )
  func `the field is read by bytes, with blanks around the equals sign`(value: String, name: String?) {
    #expect(ContentDisposition.fileName(value) == name)
  }

  @Test func `a file name is no longer than file systems take`() throws {
    let name = try #require(ContentDisposition.fileName("attachment; filename=" + String(repeating: "ü", count: 300)))
    #expect(name.utf8.count <= 255)
  }
}
