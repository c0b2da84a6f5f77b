// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestStreaming

struct MultipartParserTests {
  /// The parts of a text that is read in chunks of `size` bytes, each as its header fields and its data.
  private func read(
    _ text: String,
    boundary: String = "b",
    by size: Int = .max,
    endsAnywhere: Bool = false
  ) throws(StreamFault) -> [String] {
    var parser = MultipartParser(boundary: boundary, headLimit: 100, endsAnywhere: endsAnywhere)
    var tokens: [MultipartParser.Token] = []
    var rest = Data(text.utf8)
    while !rest.isEmpty {
      tokens += try parser.read(Data(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    tokens += try parser.finish()
    var parts: [String] = []
    for token in tokens {
      switch token {
      case .head(let headers): parts.append(headers.map { "\($0.name)=\($0.value)" }.joined(separator: ",") + "|")
      case .data(let data): parts[parts.count - 1] += String(decoding: data, as: UTF8.self)
      case .end: parts[parts.count - 1] += "."
      }
    }
    return parts
  }

  private static let cases: [(String, [String])] = [
    ("--b\r\nA: 1\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--\r\n", ["A=1|one.", "|two."]),
    ("preamble\r\n--b\r\nA: 1\r\nB:2\r\n\r\none\r\n\r\n--b--", ["A=1,B=2|one\r\n."]),
    ("\r\n--b \t\r\n\r\nx\r\n--b--\r\nepilogue\r\n--b\r\n\r\nno part\r\n--b--", ["|x."]),
    // A part without a body: the empty line after its head also belongs to the boundary.
    ("--b\r\nA: 1\r\n\r\n--b\r\n\r\n\r\n--b--", ["A=1|.", "|."]),
    // Bare line feeds, and lines that only look like a boundary.
    ("--b\nA: 1\n\none\n--bx\n--b\n\n--b-\n-- b\r\r\n--b--", ["A=1|one\n--bx.", "|--b-\n-- b\r."]),
    ("--b\r\nA: 1\r\n  2\r\n\r\n\r\n--\r\n--b--", ["A=1 2|\r\n--."]),
    ("--b--", []),
  ]

  @Test(arguments: cases.indices)
  func `parts are the same wherever chunks are cut`(index: Int) throws {
    let (text, expected) = MultipartParserTests.cases[index]
    for size in [.max, 1, 2, 3, 5, 7] {
      #expect(try read(text, by: size) == expected, "chunks of \(size)")
    }
  }

  @Test(arguments: [
    "", "no boundary at all", "--b", "--b\r\nA: 1", "--b\r\n\r\nunfinished", "--b\r\nno field\r\n\r\n",
    "--b\r\n: x\r\n\r\n",
  ])
  func `a body that ends too early, or has no fields in its head, is malformed`(text: String) {
    for size in [.max, 1] {
      #expect { _ = try read(text, by: size) } throws: { error in
        if case StreamFault.malformed = error { true } else { false }
      }
    }
  }

  @Test func `a camera's last picture may end with the stream`() throws {
    #expect(try read("--b\r\n\r\none\r\n--b\r\n\r\ntwo", endsAnywhere: true) == ["|one.", "|two."])
    #expect(try read("--b\r\n\r\none\r\n--b\r\n", endsAnywhere: true) == ["|one."])
    for size in [.max, 1] {
      #expect(try read("--b\r\n\r\none\r\n--b", by: size, endsAnywhere: true) == ["|one."])
      #expect(try read("--b\r\n\r\none\r\n--", by: size, endsAnywhere: true) == ["|one\r\n--."])
    }
  }

  @Test(arguments: [.max, 1, 3])
  func `a camera's boundary may have the dashes of its delimiter already`(_ size: Int) throws {
    let bare = "--b\r\n\r\none\r\n--b\r\n\r\ntwo\r\n----b\r\n--b--"
    #expect(try read(bare, boundary: "--b", by: size, endsAnywhere: true) == ["|one.", "|two\r\n----b."])
    let whole = "----b\r\n\r\none\r\n--b\r\n----b--"
    #expect(try read(whole, boundary: "--b", by: size, endsAnywhere: true) == ["|one\r\n--b."])
    #expect(throws: StreamFault.self) { _ = try read(bare, boundary: "--b", by: size) }
  }

  @Test func `the head of a part is limited, whether its lines end or not`() {
    for text in [
      "--b\r\nA: \(String(repeating: "x", count: 200))", "--b\r\n" + String(repeating: "A: 1\r\n", count: 40),
    ] {
      for size in [.max, 1] {
        #expect(throws: StreamFault.tooLarge("the head of part 1", limit: 100)) { _ = try read(text, by: size) }
      }
    }
  }

  @Test func `a boundary that never ends is data, and is not kept`() throws {
    var parser = MultipartParser(boundary: "b")
    _ = try parser.read(Data("--b\r\n\r\n".utf8))
    var count = 0
    for _ in 0..<10_000 {
      for token in try parser.read(Data("\r\n--b    x".utf8)) {
        if case .data(let data) = token { count += data.count }
      }
    }
    #expect(count > 10_000 * 10 - 1000)
    for token in try parser.read(Data("\r\n--b".utf8) + Data(repeating: 0x20, count: 1 << 20)) {
      if case .data(let data) = token { count += data.count }
    }
    #expect(count > 1 << 20)
  }
}
