// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import Testing

@testable import ResourceRequestLoop

/// The result for a head does not depend on the heads that the reader parsed before.
struct HeadReaderTests {
  private static let heads: [[String]] = [
    ["HTTP/1.1 200 OK", "Date: Sat, 21 Nov 2026 06:00:01 GMT", "Server: one", "Content-Length: 12", ""],
    ["HTTP/1.1 200 OK", "Date: Sat, 21 Nov 2026 06:00:02 GMT", "Server: one", "Content-Length: 12", ""],
    ["HTTP/1.1 200 OK", "Date: Sat, 21 Nov 2026 06:00:02 GMT", "Server: two", "Content-Length: 34", ""],
    ["HTTP/1.1 404 Not Found", "Date: Sat, 21 Nov 2026 06:00:02 GMT", "Server: two", ""],
    ["HTTP/1.1 201 OK", "Date: Sat, 21 Nov 2026 06:00:02 GMT", "Server: one", "Content-Length: 12", "X-More: 1", ""],
    ["HTTP/2 200 ", "server: one", "set-cookie: a=1", "set-cookie: b=2", ""],
    ["HTTP/2 200 ", "server: one", ""],
    ["HTTP/1.1 200 OK", ""],
    ["HTTP/1.1 200 OK", "Folded: a", " b", "Server: one", ""],
    ["HTTP/1.1 200 OK", "Folded: a", "\tc: d", "Server: one", ""],
    ["HTTP/1.1 103 Early Hints", "Link: </a>", "", "HTTP/1.1 200 OK", "Server: one", ""],
    ["HTTP/1.1 200 OK", "Server: one", "", "Trailer: 1", "Trailer: 2"],
    ["HTTP/1.1 200 OK", "Server: one", "Content-Length: 12", "Content-Length: 13", ""],
    ["HTTP/1.1 200 OK", "Date: Sat, 21 Nov 2026 06:00:03 GMT", "Server: two"],
    ["HTTP/1.1 200 OK", "Server: one", "no field"],
    ["HTTP/1.1 200 OK", "Large: " + String(repeating: "x", count: 3000), ""],
    ["HTTP/1.1 200 OK", "Place: Köln", "Empty:", ""],
    ["HTTP/1.1 500"],
    [],
  ]

  /// Everything a reader reports about a head, including the result of each line.
  private func read(_ head: [String], with reader: HeadReader, limit: Int = 100_000) -> [String] {
    reader.begin()
    var seen: [String] = []
    for line in head {
      let result = Array("\(line)\r\n".utf8).withUnsafeBytes { reader.take($0, limit: limit) }
      seen.append("\(result)")
    }
    guard reader.isComplete else { return seen }
    let fields = (Array(reader.headers) + Array(reader.trailers)).map { "\($0.name)=\($0.value)" }
    let version = reader.httpVersion?.description ?? "?"
    return seen + ["\(reader.status.code) \(version) \(reader.trailers.count)"] + fields
  }

  @Test func `a head reads the same whatever was read before`() {
    let alone = Self.heads.map { read($0, with: HeadReader()) }
    for first in Self.heads {
      for second in Self.heads {
        for (third, expected) in zip(Self.heads, alone) {
          let reader = HeadReader()
          _ = read(first, with: reader)
          _ = read(second, with: reader)
          let seen = read(third, with: reader)
          #expect(seen == expected, "after \(first) and \(second)")
        }
      }
    }
  }

  @Test func `a head that is known counts against the limit`() {
    let reader = HeadReader()
    _ = read(Self.heads[0], with: reader)
    #expect(read(Self.heads[0], with: reader, limit: 60).contains("tooLarge"))
    #expect(read(Self.heads[0], with: reader) == read(Self.heads[0], with: HeadReader()))
  }

  @Test func `reports of an upload's progress count alone, and other interim responses together`() {
    for (status, isTooLarge) in [("104 Upload Resumption Supported", false), ("103 Early Hints", true)] {
      let interim = ["HTTP/1.1 \(status)", "Upload-Offset: 1000", ""]
      let heads = (0..<100).flatMap { _ in interim } + Self.heads[0]
      #expect(read(heads, with: HeadReader(), limit: 1000).contains("tooLarge") == isTooLarge)
    }
    // A report of progress forgets nothing but itself.
    let mixed = ["HTTP/1.1 103 Early Hints", "Link: </a>", "", "HTTP/1.1 104 Upload Resumption Supported", ""]
    let heads = (0..<100).flatMap { _ in mixed } + Self.heads[0]
    #expect(read(heads, with: HeadReader(), limit: 1000).contains("tooLarge"))
    let large = ["HTTP/1.1 104 Upload Resumption Supported", "X: " + String(repeating: "x", count: 2000), ""]
    #expect(read(large, with: HeadReader(), limit: 1000).contains("tooLarge"))
  }

  @Test func `fields handed out stay as they were`() {
    let reader = HeadReader()
    _ = read(Self.heads[0], with: reader)
    let fields = reader.headers
    for head in Self.heads { _ = read(head, with: reader) }
    #expect(fields["Date"] == "Sat, 21 Nov 2026 06:00:01 GMT")
    #expect(fields.count == 3)
  }
}
