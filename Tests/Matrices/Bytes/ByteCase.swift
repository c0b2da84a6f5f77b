// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport

/// One way for the bytes of a response to reach a caller.
struct ByteCase: CustomStringConvertible {
  /// What happened on the connection before.
  enum Connection: String, CaseIterable {
    case new
    /// It has carried a small response.
    case kept
    /// It has carried a stream whose reader was slow.
    case keptAndPaused
  }

  /// How the caller receives the body.
  enum Way: String, CaseIterable {
    case send, stream, slowStream, download, resumedDownload, delegate, events
  }

  enum Framing: String, CaseIterable {
    case length, chunked, close
    /// Compressed, with a length.
    case gzip
    /// Compressed, in chunks.
    case gzipChunked

    var onWire: FastAnswer.Framing {
      switch self {
      case .length, .gzip: .length
      case .chunked, .gzipChunked: .chunked
      case .close: .close
      }
    }

    var isCompressed: Bool { self == .gzip || self == .gzipChunked }
  }

  /// The responses before the one with the body.
  enum Before: String, CaseIterable { case nothing, redirect, login }

  let number: Int
  var connection: Connection
  var way: Way
  var framing: Framing
  var wire: FastServer.Wire
  var size: Int
  var pace: FastAnswer.Pace
  var before: Before
  var window: Int
  /// Where the body begins in the bench's bytes.
  var offset: Int
  /// After how many bytes a download that is resumed breaks off.
  var cut: Int

  var description: String {
    "case \(number): \(way), \(connection) connection, \(wire), \(framing), \(size) bytes, \(pace), window \(window), "
      + "\(before) before" + (way == .resumedDownload ? ", cut at \(cut)" : "")
  }

  /// Draws a random case for a wire.
  static func any(_ number: Int, over wire: FastServer.Wire, using random: inout SeededGenerator) -> ByteCase {
    // The defect that led to this matrix needed a kept connection, a fast peer and more than a window.
    let isHot = Int.random(in: 0..<4, using: &random) == 0
    let window = [1, 16 << 10, 64 << 10, 256 << 10, 256 << 10, 1 << 20].randomElement(using: &random) ?? 1
    var one = ByteCase(
      number: number,
      connection: isHot ? .kept : Connection.allCases.randomElement(using: &random) ?? .new,
      way: (isHot ? [.stream, .download] : Way.allCases).randomElement(using: &random) ?? .send,
      framing: Framing.allCases.randomElement(using: &random) ?? .length,
      wire: wire,
      size: isHot ? 3_000_000 : size(around: window, using: &random),
      pace: .fast,
      before: isHot ? .nothing : Before.allCases.randomElement(using: &random) ?? .nothing,
      window: isHot ? 256 << 10 : window,
      offset: .random(in: 0..<4096, using: &random),
      cut: 0
    )
    one.pace = isHot ? .fast : pace(one.size, using: &random)
    // Events are parsed one by one, which is slow in a debug build.
    if one.way == .events { one.size = min(one.size, 1 << 20) }
    one.cut = .random(in: 1...max(1, one.size), using: &random)
    one.leaveOutWhatCannotBe()
    return one
  }

  private static func size(around window: Int, using random: inout SeededGenerator) -> Int {
    let place = [0, 1, window, 16 << 10, 64 << 10, 208 << 10, 1 << 20, 2_500_000].randomElement(using: &random) ?? 0
    // Only a few, since each takes as long as many others.
    guard Int.random(in: 0..<40, using: &random) > 0 else { return 20 << 20 }
    return max(0, place + (place > 1 ? .random(in: -300...300, using: &random) : 0))
  }

  private static func pace(_ size: Int, using random: inout SeededGenerator) -> FastAnswer.Pace {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .bursty(seed: random.next())
    case 1: .drip
    case 2: .paused(after: .random(in: 0...(size + 100), using: &random))
    default: .fast
    }
  }

  private mutating func leaveOutWhatCannotBe() {
    // A body that ends with its connection cannot be told from one that was cut off.
    if way == .resumedDownload, framing == .close { framing = .chunked }
    // A download does not ask for a coding.
    if way == .download || way == .resumedDownload, framing.isCompressed { framing = .length }
    // The body must be long enough to break off.
    if way == .resumedDownload, size < 2 { size = 2 }
    cut = min(cut, max(1, size - 1))
  }
}
