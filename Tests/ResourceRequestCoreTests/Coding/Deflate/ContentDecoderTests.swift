// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

@testable import ResourceRequestCoding
@testable import ResourceRequestCore

@Suite(.onOwnThreads) struct `Content decoder` {
  /// Decodes a body that arrives in pieces.
  private func decode(_ pieces: some Sequence<Data>, _ coding: String, limit: Int = 100_000) throws -> Data {
    let decoder = try #require(
      ContentDecoder((["Content-Encoding": coding] as Headers).contentCodings, expansionLimit: limit)
    )
    var text = Data()
    for piece in pieces {
      decoder.put(piece)
      while let part = try decoder.next() { text += part }
    }
    try decoder.finish()
    return text
  }

  private func pieces(_ data: Data, of size: Int) -> [Data] {
    stride(from: 0, to: data.count, by: size).map { data[$0..<min($0 + size, data.count)] }
  }

  /// Texts that compress in every way: not at all, in runs, by near and by far references.
  private static let texts: [Data] = {
    var chance = SeededGenerator(seed: 7)
    let noise = chance.bytes(200_000)
    let words = Data((0..<60_000).map { _ in UInt8(ascii: ["a", "b", "e", " "].randomElement(using: &chance) ?? "a") })
    return [
      Data(), Data([7]), Data("hello, hello, hello".utf8), Data(count: 3_000_000), noise, words,
      noise.prefix(33_000) + noise.prefix(33_000) + words + Data(count: 70_000) + words,
    ]
  }()

  @Test(arguments: ContentCoding.allCases, [1, 7, 16_384, .max])
  func `what was encoded is decoded, in pieces of any size`(_ coding: ContentCoding, _ size: Int) throws {
    for text in Self.texts where size > 1 || text.count < 100_000 {
      let encoded = BodyEncoder.encode(text, as: coding)
      let decoded = try decode(pieces(encoded, of: min(size, max(1, encoded.count))), coding.rawValue)
      #expect(decoded == text)
    }
  }

  private static let loaded = LoadedCoding.allCases.filter { $0.isAvailable && $0.isDecodable }

  private func encoded(_ text: Data, _ coding: LoadedCoding) throws -> Data {
    try BodyCompressor.encode(text, as: .loaded(coding, level: coding.standardLevel))
  }

  @Test(arguments: loaded, [1, 7, 16_384, .max])
  func `what a library encoded is decoded, in pieces of any size`(_ coding: LoadedCoding, _ size: Int) throws {
    for text in Self.texts where size > 1 || text.count < 100_000 {
      let encoded = try self.encoded(text, coding)
      #expect(try decode(pieces(encoded, of: min(size, encoded.count)), coding.rawValue, limit: .max) == text)
    }
  }

  @Test(arguments: loaded, [1, 1000, .max])
  func `what a library encoded and lost its end anywhere is truncated`(_ coding: LoadedCoding, _ size: Int) throws {
    for text in Self.texts where text.count < 100_000 {
      let encoded = try self.encoded(text, coding)
      for length in [1, encoded.count / 2, encoded.count - 1] where length > 0 && length < encoded.count {
        #expect(throws: DeflateFault.self, "\(text.count) bytes, \(length) of \(encoded.count)") {
          try decode(pieces(encoded.prefix(length), of: min(size, length)), coding.rawValue)
        }
      }
    }
  }

  @Test(arguments: loaded)
  func `what follows the end of a library's coding, or is none, is a fault`(_ coding: LoadedCoding) throws {
    let encoded = try self.encoded(Self.texts[5], coding)
    for broken in [encoded + Data("behind".utf8), Data("<html>no coding</html>".utf8), Data(count: 5) + encoded] {
      #expect(throws: DeflateFault.self) { try decode(pieces(broken, of: 1000), coding.rawValue) }
      #expect(throws: DeflateFault.self) { try decode([broken], coding.rawValue) }
    }
  }

  @Test func `frames of Zstandard that follow one another are one body`() throws {
    guard Self.loaded.contains(.zstd) else { return }
    let parts = Self.texts.suffix(3)
    let encoded = try Data(parts.map { try self.encoded($0, .zstd) }.joined())
    #expect(try decode(pieces(encoded, of: 1000), "zstd") == Data(parts.joined()))
  }

  @Test(arguments: loaded)
  func `a library's coding that grows too much is a fault, and one within another is decoded`(_ coding: LoadedCoding)
    throws
  {
    let bomb = try encoded(Data(count: 20_000_000), coding)
    #expect(throws: DeflateFault.self) { try decode([bomb], coding.rawValue, limit: 100) }
    let twice = BodyEncoder.encode(try encoded(Self.texts[6], coding), as: .gzip)
    #expect(try decode(pieces(twice, of: 100), coding.rawValue + ", gzip") == Self.texts[6])
  }

  @Test func `members of gzip that follow one another are one body`() throws {
    let parts = Self.texts.suffix(3)
    let encoded = Data(parts.map { BodyEncoder.encode($0, as: .gzip) }.joined())
    #expect(try decode(pieces(encoded, of: 1000), "gzip") == Data(parts.joined()))
    let empty = BodyEncoder.encode(Data(), as: .gzip)
    #expect(try decode([empty + empty], "x-gzip").isEmpty)
  }

  @Test func `a head of gzip may have a name, a comment, a field of its own and a check value`() throws {
    let plain = BodyEncoder.encode(Data("text".utf8), as: .gzip)
    let fields = Data([3, 0, 1, 2, 3]) + Data("name\0comment\0".utf8) + Data([9, 9])
    let full = Data([0x1F, 0x8B, 8, 0x1E, 1, 2, 3, 4, 0, 3]) + fields + plain.dropFirst(10)
    #expect(try decode(pieces(full, of: 1), "gzip") == Data("text".utf8))
    #expect(try decode([full + full], "gzip") == Data("texttext".utf8))
  }

  @Test func `a body that breaks off anywhere is none`() throws {
    let text = Data("hello, hello, hello".utf8)
    for coding in ContentCoding.allCases {
      let encoded = BodyEncoder.encode(text, as: coding)
      for count in 1..<encoded.count {
        #expect(throws: DeflateFault.self) { try decode([encoded.prefix(count)], coding.rawValue) }
      }
    }
    #expect(try decode([], "gzip").isEmpty)
  }

  @Test func `bytes behind the end are no part of a body`() throws {
    for coding in ContentCoding.allCases {
      let encoded = BodyEncoder.encode(Data("text".utf8), as: coding)
      for rest in [Data([0]), Data("garbage".utf8), Data([0x1F, 0x8B, 9, 0])] {
        #expect(throws: DeflateFault.self) { try decode([encoded + rest], coding.rawValue) }
      }
    }
  }

  @Test func `a byte that was changed is found, wherever the frame tells`() throws {
    let text = Data("hello, hello, hello, hello".utf8)
    for coding in ContentCoding.allCases {
      let encoded = BodyEncoder.encode(text, as: coding)
      // No check value covers gzip's flags, time, hint and system; damage to zlib's first byte means bare DEFLATE.
      for index in encoded.indices where coding == .deflate ? index != 0 : index < 3 || index > 9 {
        var damaged = encoded
        damaged[index] ^= 0x10
        if let decoded = try? decode([damaged], coding.rawValue) { #expect(decoded == text, "at \(index)") }
      }
    }
  }

  @Test func `deflate may come bare, as some servers send it`() throws {
    let text = Self.texts[6]
    let bare = BodyEncoder.encode(text, as: .deflate).dropFirst(2).dropLast(4)
    #expect(try decode(pieces(Data(bare), of: 999), "deflate") == text)
  }

  @Test func `several codings are taken off in the order that undoes them`() throws {
    let text = Self.texts[5]
    let twice = BodyEncoder.encode(BodyEncoder.encode(text, as: .gzip), as: .deflate)
    #expect(try decode(pieces(twice, of: 100), "gzip, identity, Deflate") == text)
    #expect(throws: DeflateFault.self) { try decode([twice.dropLast(1)], "gzip, deflate") }
  }

  @Test(arguments: [ContentCoding.gzip, .deflate])
  func `a coding below another one does not expand into very many empty members`(outer: ContentCoding) throws {
    let empty = BodyEncoder.encode(Data(), as: .gzip)
    let members = Data((0..<200_000).flatMap { _ in empty })
    let body = BodyEncoder.encode(members, as: outer)
    #expect(body.count * 50 < members.count)
    #expect(throws: DeflateFault.self) { try decode([body], "gzip, \(outer.rawValue)") }
    // They are no fault where they are few, or where the body is as large as they are.
    #expect(
      try decode([BodyEncoder.encode(members.prefix(empty.count * 50), as: outer)], "gzip, \(outer.rawValue)").isEmpty
    )
    #expect(try decode([members], "gzip").isEmpty)
  }

  /// Two megabytes of zeros before half as much noise, in each coding that can be made here.
  private static let uneven: [(coding: String, body: Data)] = {
    var chance = SeededGenerator(seed: 5)
    let noise = chance.bytes(1_000_000)
    let (zeros, text) = (Data(count: 2_000_000), Data(count: 2_000_000) + noise)
    var all = ContentCoding.allCases.map { ($0.rawValue, BodyEncoder.encode(text, as: $0)) }
    for coding in loaded {
      let effort = BodyCoding.loaded(coding, level: coding.standardLevel)
      guard let body = try? BodyCompressor.encode(text, as: effort) else { continue }
      all.append((coding.rawValue, body))
      // Frames that follow one another: the first ones grow, and the last one does not.
      guard coding == .zstd, let frame = try? BodyCompressor.encode(zeros, as: effort),
        let last = try? BodyCompressor.encode(noise, as: effort)
      else { continue }
      all.append((coding.rawValue, frame + frame + frame + last))
    }
    return all
  }()

  @Test func `whether a body grows too much is judged by what it is, and not by how it was cut`() throws {
    for (coding, body) in Self.uneven {
      let whole = try decode([body], coding, limit: 500)
      for size in [1400, 16_384, 100_000] {
        #expect(try decode(pieces(body, of: size), coding, limit: 500) == whole, "\(coding) in pieces of \(size)")
      }
      for size in [1400, 16_384, .max] {
        #expect(throws: DeflateFault.self, "\(coding) in pieces of \(size)") {
          try decode(pieces(body, of: min(size, body.count)), coding, limit: 2)
        }
      }
    }
  }

  @Test func `the total decides about a body that ends within its first window`() throws {
    let bomb = BodyEncoder.encode(Data(count: 3_000_000), as: .gzip)
    #expect(bomb.count < 32 << 10)
    for size in [1, 100, bomb.count] {
      // In the window there would be room for three megabytes, and the body ends before it.
      #expect(throws: DeflateFault.self) { try decode(pieces(bomb, of: size), "gzip", limit: 100) }
      #expect(try decode(pieces(bomb, of: size), "gzip", limit: 2000).count == 3_000_000)
    }
  }

  @Test func `codings that are not known here are left to others`() {
    for coding in ["exi", "gzip, exi", "identity", "none", "", "compress", "gzip,gzip,gzip,gzip,gzip,gzip"] {
      #expect(ContentDecoder((["Content-Encoding": coding] as Headers).contentCodings, expansionLimit: 1) == nil)
    }
    #expect(ContentDecoder(Headers().contentCodings, expansionLimit: 1) == nil)
  }

  @Test func `a body that grows beyond the limit is refused while it grows, and stays refused`() throws {
    let bomb = BodyEncoder.encode(Data(count: 20_000_000), as: .gzip)
    let decoder = try #require(
      ContentDecoder((["Content-Encoding": "gzip"] as Headers).contentCodings, expansionLimit: 100)
    )
    decoder.put(bomb)
    var total = 0
    #expect(throws: DeflateFault.self) {
      while let part = try decoder.next() {
        #expect(part.count < 100_000)
        total += part.count
      }
    }
    // Of at most one window of 32 KiB, a hundred times as much.
    #expect(total <= 100 * 32 << 10)
    #expect(throws: DeflateFault.self) { try decoder.next() }
    #expect(throws: DeflateFault.self) { try decoder.finish() }
  }

  @Test func `bytes by chance never trap, and mean the same in pieces of any size`() {
    var chance = SeededGenerator(seed: 11)
    let encoded = BodyEncoder.encode(Self.texts[5].prefix(3000), as: .gzip)
    for round in 0..<3000 {
      var bytes = encoded
      for _ in 0..<Int.random(in: 1...4, using: &chance) {
        bytes[Int.random(in: 10..<bytes.count, using: &chance)] = .random(in: 0...255, using: &chance)
      }
      if round % 3 == 0 {
        bytes = encoded.prefix(10) + Data((0..<50).map { _ in .random(in: 0...255, using: &chance) })
      }
      let whole = try? decode([bytes], "gzip")
      #expect(whole == (try? decode(pieces(bytes, of: 13), "gzip")))
    }
  }
}
