// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

@testable import ResourceRequestCoding
@testable import ResourceRequestCore

@Suite(.onOwnThreads)
struct BodyEncoderTests {
  /// Texts at the limits of what DEFLATE can express.
  static let texts: [(name: String, text: Data)] = {
    var random = SeededGenerator(seed: 1)
    let noise = Data((0..<70_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    let words = ["\"name\"", ":", ",", "{", "}", "\"Ümit\"", "\"id\"", "1", "2026", "true"]
    let json = Data((0..<40_000).map { _ in words[Int(random.next() % 10)] }.joined().utf8)
    return [
      ("nothing", Data()), ("one byte", Data([0])), ("three bytes", Data("abc".utf8)),
      ("a run of 258", Data(count: 258)), ("a run of 259", Data(count: 259)), ("a run of 260", Data(count: 260)),
      ("a long run", Data(count: 400_000)), ("noise", noise), ("noise at the window's edge", noise.prefix(32_768)),
      ("noise past the window's edge", noise.prefix(32_769)), ("JSON", json),
      ("a copy from the farthest", noise.prefix(32_768) + noise.prefix(300)),
      ("a copy from too far", noise.prefix(32_769) + noise.prefix(300)),
      ("every byte", Data((0..<1024).map { UInt8(truncatingIfNeeded: $0) })),
    ]
  }()

  static func decode(_ body: Data, _ coding: ContentCoding) throws -> Data {
    let bytes = Array(body)
    let (head, tail) = coding == .gzip ? (10, 8) : (2, 4)
    let (text, count) = try Inflate.read(Array(bytes[head...]))
    #expect(head + count + tail == bytes.count)
    #expect(coding == .gzip ? bytes.starts(with: [0x1F, 0x8B, 8]) : (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0)
    return Data(text)
  }

  @Test(arguments: ContentCoding.allCases)
  func `what was compressed is read back, however it was cut`(coding: ContentCoding) throws {
    for (name, text) in BodyEncoderTests.texts {
      let whole = BodyEncoder.encode(text, as: coding)
      #expect(try BodyEncoderTests.decode(whole, coding) == text, "\(name)")
      for size in [1, 1_000, 40_000] where size > 1 || text.count < 2_000 {
        var encoder = BodyEncoder(coding)
        var pieces = Data()
        for start in stride(from: 0, to: text.count, by: size) {
          pieces += encoder.encode(text.dropFirst(start).prefix(size))
        }
        pieces += encoder.finish()
        #expect(pieces == whole, "\(name), by \(size)")
      }
    }
  }

  @Test func `noise grows by next to nothing, and a run is next to nothing`() throws {
    let sizes = Dictionary(uniqueKeysWithValues: BodyEncoderTests.texts.map { ($0.name, $0.text) })
    let noise = try #require(sizes["noise"])
    #expect(BodyEncoder.encode(noise, as: .gzip).count < noise.count + 64)
    #expect(BodyEncoder.encode(try #require(sizes["a long run"]), as: .gzip).count < 500)
    // A copy from a whole window back is found, one from farther back is not.
    let near = BodyEncoder.encode(try #require(sizes["a copy from the farthest"]), as: .deflate).count
    let far = BodyEncoder.encode(try #require(sizes["a copy from too far"]), as: .deflate).count
    #expect(near < 32_768 + 64)
    #expect(far > 32_768 + 256)
  }

  @Test func `check values are those of the standards`() {
    var crc = CRC32.gzip
    var adler = Adler32()
    Array("123456789".utf8).withUnsafeBytes { crc.update($0) }
    Array("Wikipedia".utf8).withUnsafeBytes { adler.update($0) }
    #expect(crc.value == 0xCBF4_3926)
    #expect(adler.value == 0x11E6_0398)
    // More bytes of 255 than a 32-bit sum holds without a reduction.
    var sum = Adler32()
    [UInt8](repeating: 255, count: 6_000).withUnsafeBytes { sum.update($0) }
    let (low, high) = (0..<6_000).reduce((1, 0)) { sums, _ in
      ((sums.0 + 255) % 65_521, (sums.1 + sums.0 + 255) % 65_521)
    }
    #expect(sum.value == UInt32(high << 16 | low))
  }

  @Test func `a code keeps to its longest word`() {
    // Frequencies in Fibonacci numbers give the longest possible code words.
    var frequencies: [UInt32] = [1, 1]
    while frequencies.count < 30 {
      frequencies.append(frequencies[frequencies.count - 1] + frequencies[frequencies.count - 2])
    }
    let code = HuffmanCode(frequencies: frequencies, limit: 15)
    #expect(code.lengths.max() == 15)
    #expect(code.lengths.reduce(0) { $0 + 1 << (15 - Int($1)) } == 1 << 15)
    #expect(HuffmanCode(frequencies: [0, 0, 7], limit: 15).lengths == [1, 0, 1])
    #expect(HuffmanCode(frequencies: [0, 0, 0], limit: 15).lengths == [1, 1, 0])
  }
}
