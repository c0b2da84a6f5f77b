// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

@testable import ResourceRequestLoop

struct BodyBufferTests {
  private static let mebibyte = 1 << 20
  private static let content = SeededGenerator.bytes(mebibyte)

  @Test(arguments: [
    // The received and the announced length: equal, nothing announced, less or more received than announced.
    (1000, 1000), (1000, 0), (mebibyte + 1, mebibyte + 1), (9 * mebibyte + 5, 9 * mebibyte + 5), (9 * mebibyte + 5, 0),
    (3 * mebibyte, 20 * mebibyte), (12 * mebibyte + 5, 9 * mebibyte), (20 * mebibyte, 100),
  ])
  func `a body is what came, however much was announced`(count: Int, announced: Int) throws {
    var body = BodyBuffer()
    body.expect(announced)
    let pieces = try fill(&body, count: count, announced: announced)
    #expect(body.count == count)
    let data = body.take()
    #expect(data.count == count)
    #expect(body.count == 0)
    var place = 0
    var isSame = true
    for piece in pieces {
      isSame = isSame && data[place..<(place + piece)] == Self.content.prefix(piece)
      place += piece
    }
    #expect(isSame)
  }

  #if os(Linux)
    @Test func `a large body that was announced begins with a large page`() throws {
      var body = BodyBuffer()
      body.expect(16 * Self.mebibyte)
      _ = try fill(&body, count: 16 * Self.mebibyte, announced: 16 * Self.mebibyte)
      let place = body.take().withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
      #expect(place % (2 << 20) == 0)
    }
  #endif

  @Test func `a body can be thrown away and another taken in`() throws {
    var body = BodyBuffer()
    _ = try fill(&body, count: 10 * Self.mebibyte, announced: 10 * Self.mebibyte)
    body.reset()
    #expect(body.take().isEmpty)
    _ = try fill(&body, count: 100, announced: 0)
    #expect(body.take() == Self.content.prefix(100))
  }

  /// Appends this many bytes in pieces of libcurl's sizes, each from the beginning of the content, and returns the
  /// sizes.
  private func fill(_ body: inout BodyBuffer, count: Int, announced: Int) throws -> [Int] {
    var pieces: [Int] = []
    var left = count
    while left > 0 {
      let piece = min([16_384, 16_383, 300_000][pieces.count % 3], left)
      let isTaken = Self.content.prefix(piece).withUnsafeBytes { body.append($0, announced: announced) }
      try #require(isTaken)
      pieces.append(piece)
      left -= piece
    }
    return pieces
  }
}
