// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The destination of encoded bytes: a first pass counts them, a second writes them into a string of exactly that
/// length.
package protocol ByteSink {
  mutating func append(_ byte: UInt8)
  mutating func appendEncoded(_ text: String, plusForSpace: Bool)
}

/// Counts the bytes that would be written.
package struct ByteCounter: ByteSink {
  package private(set) var count = 0

  package init() {}

  package mutating func append(_ byte: UInt8) { count += 1 }

  package mutating func appendEncoded(_ text: String, plusForSpace: Bool) {
    count += text.withUTF8Bytes { PercentEncoding.encodedLength($0, .unreserved, plusForSpace: plusForSpace) }
  }
}

extension ByteWriter: ByteSink {
  package mutating func appendEncoded(_ text: String, plusForSpace: Bool) {
    text.withUTF8Bytes { PercentEncoding.append($0, to: &self, .unreserved, plusForSpace: plusForSpace) }
  }
}
