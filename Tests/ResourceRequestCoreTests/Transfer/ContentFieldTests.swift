// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

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

  @Test func `a file name is no longer than file systems take`() throws {
    let name = try #require(ContentDisposition.fileName("attachment; filename=" + String(repeating: "ü", count: 300)))
    #expect(name.utf8.count <= 255)
  }
}
