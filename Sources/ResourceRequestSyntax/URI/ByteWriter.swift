// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Fills the uninitialised storage of a string once its length is known.
///
/// Every append is checked against the capacity, so a wrong length computed beforehand can never write past the end.
package struct ByteWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  package private(set) var count = 0

  package init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    precondition(count < buffer.count, "ByteWriter: capacity exceeded")
    buffer[count] = byte
    count += 1
  }

  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    precondition(bytes.count <= buffer.count - count, "ByteWriter: capacity exceeded")
    if let target = buffer.baseAddress, let source = bytes.baseAddress {
      (target + count).initialize(from: source, count: bytes.count)
      count += bytes.count
    }
  }

  package mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    append(UnsafeBufferPointer(rebasing: bytes))
  }

  package mutating func append(_ text: some StringProtocol) {
    text.withUTF8Bytes { bytes in append(bytes) }
  }

  /// Appends one byte as `%XX`.
  mutating func appendTriple(_ byte: UInt8) {
    append(UInt8(ascii: "%"))
    append(PercentEncoding.hexDigit(byte >> 4))
    append(PercentEncoding.hexDigit(byte & 15))
  }

  /// Resolves the dot segments of the text written from `start` on, in place.
  package mutating func removeDotSegments(from start: Int) {
    count = DotSegments.remove(in: buffer, start: start, end: count)
  }
}

extension StringProtocol {
  /// The text's UTF-8, without a copy if the text has contiguous storage (always, for Swift's own strings).
  @inlinable @inline(__always)
  package func withUTF8Bytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }
}

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
