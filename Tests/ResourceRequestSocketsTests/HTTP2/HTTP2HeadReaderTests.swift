// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import Testing

  @testable import ResourceRequestSockets

  /// A reader that remembers the previous head reads the same as one that does not.
  struct HTTP2HeadReaderTests {
    private func read(_ fields: [(String, String)], _ reader: inout HTTP2HeadReader, ends: Bool = true) -> Headers? {
      reader.begin()
      for field in fields {
        Array(field.0.utf8).withUnsafeBytes { name in
          Array(field.1.utf8).withUnsafeBytes { value in reader.take(name, value) }
        }
      }
      return ends ? reader.end() : nil
    }

    @Test func `heads read after others are as they were sent`() {
      var random = SystemRandomNumberGenerator()
      var reader = HTTP2HeadReader()
      var fields: [(String, String)] = []
      for round in 0..<5000 {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: fields.append(("name\(round)", String(repeating: "v", count: round % 40)))
        case 1 where !fields.isEmpty: fields.removeLast()
        case 2 where !fields.isEmpty: fields[Int.random(in: fields.indices, using: &random)].1 += "x"
        case 3 where !fields.isEmpty: fields[Int.random(in: fields.indices, using: &random)].1 = "\(round)"
        case 4 where !fields.isEmpty: fields.remove(at: Int.random(in: fields.indices, using: &random))
        case 5 where round % 50 == 0: fields.append(("large", String(repeating: "y", count: 5000)))
        default: break
        }
        if fields.count > 12 { fields.removeFirst(8) }
        // Some are refused half way.
        let ends = round % 11 != 0
        let headers = read(fields, &reader, ends: ends)
        let expected = Headers(fields.map { Headers.Field(name: $0.0, value: $0.1) })
        if ends { #expect(headers == expected) }
      }
    }

    @Test func `text that is no UTF-8 is read as ISO-8859-1`() {
      var reader = HTTP2HeadReader()
      reader.begin()
      [UInt8(ascii: "a")].withUnsafeBytes { name in [0xE9 as UInt8].withUnsafeBytes { reader.take(name, $0) } }
      #expect(reader.end()["a"] == "\u{E9}")
    }
  }
#endif
