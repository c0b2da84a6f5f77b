// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCoding
@testable import ResourceRequestCore

struct LoadedCodingTests {
  private static let available = LoadedCoding.allCases.filter(\.isAvailable)
  /// Words in random order, to resemble prose.
  private static let text: Data = {
    let words = "the resort of Ümit is open in winter and closed while snow melts on its northern slopes".split(
      separator: " "
    )
    var state: UInt64 = 1
    return Data(
      (0..<100_000).flatMap { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return "\(words[Int(state >> 33) % words.count]) ".utf8
      }
    )
  }()

  @Test(arguments: available)
  func `a text gets small, more so at a higher level, and the same however it was cut`(_ coding: LoadedCoding) throws {
    let levels = coding.levels
    let low = try BodyCompressor.encode(Self.text, as: .loaded(coding, level: levels.lowerBound))
    let high = try BodyCompressor.encode(Self.text, as: .loaded(coding, level: levels.upperBound))
    #expect(low.count < Self.text.count / 3)
    #expect(high.count < low.count)
    let usual = BodyCoding.loaded(coding, level: coding.standardLevel)
    let whole = try BodyCompressor.encode(Self.text, as: usual)
    for size in [1_000, 300_000] {
      let compressor = try BodyCompressor(usual)
      var pieces = Data()
      for start in stride(from: 0, to: Self.text.count, by: size) {
        pieces += try compressor.encode(Self.text.dropFirst(start).prefix(size))
      }
      pieces += try compressor.finish()
      #expect(abs(pieces.count - whole.count) < whole.count / 5, "\(size)")
    }
  }

  @Test(arguments: available)
  func `an empty body has an end too`(_ coding: LoadedCoding) throws {
    #expect(try !BodyCompressor.encode(Data(), as: .loaded(coding, level: coding.standardLevel)).isEmpty)
  }

  @Test func `what Zstandard makes begins with its magic number, and keeps to the window of RFC 9659`() throws {
    guard LoadedCoding.zstd.isAvailable else { return }
    let noise = Data((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) })
    for level in [1, 19] {
      let compressor = try BodyCompressor(.loaded(.zstd, level: level))
      let frame = try compressor.encode(noise) + compressor.finish()
      #expect(frame.starts(with: [0x28, 0xB5, 0x2F, 0xFD]))
      let descriptor = frame[frame.startIndex + 4]
      #expect(descriptor & 0x20 == 0 && descriptor & 0x04 != 0, "a window, and a checksum")
      // RFC 8878 §3.1.1.1.2: a window of 8 MiB is exponent 13 with mantissa 0.
      #expect(frame[frame.startIndex + 5] <= 13 << 3)
    }
  }

  @Test func `a library that is not there is not loaded, and neither is a function`() throws {
    #expect(LoadedLibrary(["libresource-nobody-has.so.9"]) == nil)
    guard LoadedCoding.zstd.isAvailable else { return }
    let library = try #require(LoadedLibrary(["libresource-nobody-has.so.9", "libzstd.so.1", "libzstd.1.dylib"]))
    #expect(library.function("ZSTD_nobody", as: (@convention(c) () -> Void).self) == nil)
    #expect(library.function("ZSTD_isError", as: Int.self) != nil)
    #expect(library.function("ZSTD_isError", as: Int8.self) == nil)
  }

  @Test(arguments: LoadedCoding.allCases)
  func `what is missing is named with its remedy`(_ coding: LoadedCoding) {
    let text = CodingFault.missing(coding).description
    #expect(text.contains(coding == .br ? "libbrotlienc.so.1" : "libzstd.so.1"))
    #expect(text.contains("gzip"))
  }

  @Test func `levels are held to those there are`() {
    #expect(RequestCompression.zstd(level: 99) == .zstd(level: 19))
    #expect(RequestCompression.zstd(level: -5) == .zstd(level: 1))
    #expect(RequestCompression.brotli(level: 12) == .brotli(level: 11))
    #expect(RequestCompression.brotli == .brotli(level: 5))
    #expect(RequestCompression.zstd.coding?.wholeLimit == 4 << 20)
    #expect(RequestCompression.brotli(level: 11).coding?.wholeLimit == 128 << 10)
  }
}
