// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

/// The list of hosts that require https (RFC 6797 §8), and its file.
struct SecureHostListTests {
  private func list(_ fields: KeyValuePairs<String, String>, at now: Int64 = 0) throws -> SecureHostList {
    var list = SecureHostList()
    for (host, value) in fields { _ = list.note(try #require(StrictTransportField(value)), of: host, now: now) }
    return list
  }

  @Test func `a host is known until its time is over`() throws {
    let list = try list(["h.example": "max-age=10"], at: 100)
    #expect(list.isSecure("h.example", now: 109))
    #expect(!list.isSecure("h.example", now: 110))
    #expect(!list.isSecure("a.h.example", now: 100) && !list.isSecure("example", now: 100))
  }

  @Test func `hosts below one are known where it says so, and only whole labels count`() throws {
    let list = try list(["h.example": "max-age=10; includeSubDomains"])
    #expect(list.isSecure("a.b.h.example", now: 1) && list.isSecure("h.example", now: 1))
    #expect(!list.isSecure("oh.example", now: 1) && !list.isSecure("example", now: 1))
  }

  @Test func `an age of zero removes a host, and not the one above it`() throws {
    var list = try list(["h.example": "max-age=10; includeSubDomains", "a.h.example": "max-age=10"])
    _ = list.note(try #require(StrictTransportField("max-age=0")), of: "a.h.example", now: 1)
    #expect(list.entries.keys.sorted() == ["h.example"])
    #expect(list.isSecure("a.h.example", now: 1))
    _ = list.note(try #require(StrictTransportField("max-age=0")), of: "h.example", now: 1)
    #expect(!list.isSecure("a.h.example", now: 1))
  }

  @Test(arguments: ["192.0.2.1", "[2001:db8::1]"])
  func `an address is never known`(host: String) throws {
    let list = try list([host: "max-age=10; includeSubDomains"])
    #expect(list.entries.isEmpty && !list.isSecure(host, now: 1))
  }

  @Test func `no server makes the list grow without end, and those that end first go`() throws {
    var list = SecureHostList()
    for number in 0...SecureHostList.limit {
      _ = list.note(try #require(StrictTransportField("max-age=\(number + 1)")), of: "h\(number).example", now: 0)
    }
    #expect(list.entries.count == SecureHostList.limit * 9 / 10)
    #expect(list.isSecure("h\(SecureHostList.limit).example", now: 0) && !list.isSecure("h0.example", now: 0))
  }

  @Test func `a date that moves on a little is no news, and one that moves far is`() throws {
    var list = try list(["h.example": "max-age=1000"])
    let field = try #require(StrictTransportField("max-age=1000"))
    let below = try #require(StrictTransportField("max-age=1000; includeSubDomains"))
    let news = [
      list.note(field, of: "h.example", now: 49), list.note(field, of: "h.example", now: 50),
      list.note(below, of: "h.example", now: 51),
    ]
    #expect(news == [false, true, true])
  }

  @Test func `a date that moves on a little counts, and little by little becomes news`() throws {
    var list = try list(["h.example": "max-age=1000"])
    let field = try #require(StrictTransportField("max-age=1000"))
    let news = [20, 40, 60, 80].map { list.note(field, of: "h.example", now: $0) }
    #expect(news == [false, false, true, false])
    #expect(list.isSecure("h.example", now: 1079) && !list.isSecure("h.example", now: 1080))
  }

  @Test func `the file is curl's, and what is no line of it is passed over`() throws {
    let parsed = SecureHostFile.parse(
      """
      # Your HSTS cache. https://curl.se/docs/hsts.html
      .h.example "20270101 00:00:01"
      UP.example "20270101 00:00:00"\r
      ever.example "unlimited"
      junk
      bad.example "20271301 00:00:00"
      a b "20270101 00:00:00"
      /x "20270101 00:00:00"
      """
    )
    #expect(parsed.entries.keys.sorted() == ["ever.example", "h.example", "up.example"])
    #expect(parsed.entries["h.example"] == .init(expires: 1_798_761_601, includesSubdomains: true))
    let text = SecureHostFile.text(parsed.entries, now: 0)
    #expect(
      text.contains(".h.example \"20270101 00:00:01\"\n") && text.contains("\nup.example \"20270101 00:00:00\"\n")
    )
    #expect(SecureHostFile.parse(text) == parsed)
    #expect(!SecureHostFile.text(parsed.entries, now: 1_798_761_600).contains("up.example"))
  }

  @Test func `two programs keep one another's hosts in one file`() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "hsts-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = SecureHostFile(path: path)
    try file.write({ .init(expires: 100, includesSubdomains: false) }, of: "a.example", now: 0)
    try file.write({ .init(expires: 100, includesSubdomains: true) }, of: "b.example", now: 0)
    #expect(try HSTSOptions.file(path).known.entries.keys.sorted() == ["a.example", "b.example"])
    try file.write({ nil }, of: "a.example", now: 0)
    #expect(try file.read().entries.keys.sorted() == ["b.example"])
    let missing = SecureHostFile(path: path + "/no/folder")
    #expect(throws: HSTSOptions.FileError.self) { try missing.write({ nil }, of: "a.example", now: 0) }
  }
}
