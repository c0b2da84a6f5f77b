// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FoundationEssentials

@testable import ResourceRequestCoding
@testable import ResourceRequestCore

/// The encoder of bodies: its output decodes to the input, however the input was split.
///
/// The first byte of an input selects the size of the pieces, and how often the rest is repeated.
enum DeflateFuzz: FuzzTarget {
  static let name = "deflate"
  static let seeds: String? = nil

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let choice = bytes.first else { return }
    let once = Data(bytes.dropFirst())
    let text = (0..<Int(choice & 15)).reduce(into: once) { text, _ in text += once }
    let whole = BodyEncoder.encode(text, as: .gzip)
    let read = try? Inflate.read(Array(whole.dropFirst(10)))
    precondition(read.map { $0.text == Array(text) && $0.count + 18 == whole.count } == true)
    var encoder = BodyEncoder(.gzip)
    var pieces = Data()
    let size = 1 + Int(choice >> 4) * 97
    for start in stride(from: 0, to: text.count, by: size) {
      pieces += encoder.encode(text.dropFirst(start).prefix(size))
    }
    pieces += encoder.finish()
    precondition(pieces == whole)
  }
}
