// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The segments `.` and `..` of a path: removes them (RFC 3986 §5.2.4), and detects where they lead.
@usableFromInline
package enum DotSegments {
  /// Removes dot segments from the path in `start..<end`, in place, and returns the new end of the path.
  static func remove(in buffer: UnsafeMutableBufferPointer<UInt8>, start: Int, end: Int) -> Int {
    let slash = UInt8(ascii: "/")
    var read = start
    var write = start
    // Rules A and D: leading dot segments of a path without a slash before them.
    while read < end, buffer[read] != slash {
      let segmentEnd = segmentEnd(in: buffer, from: read, end: end)
      guard dots(in: buffer, read, segmentEnd) != nil else {
        move(in: buffer, from: read, to: segmentEnd, at: &write)
        read = segmentEnd
        break
      }
      read = min(segmentEnd + 1, end)
    }
    while read < end {
      let segmentEnd = segmentEnd(in: buffer, from: read + 1, end: end)
      switch dots(in: buffer, read + 1, segmentEnd) {
      case nil:
        move(in: buffer, from: read, to: segmentEnd, at: &write)
      case let count?:
        if count == 2 {
          repeat { write -= 1 } while write > start && buffer[write] != slash
          write = max(write, start)
        }
        if segmentEnd == end {
          buffer[write] = slash
          write += 1
        }
      }
      read = segmentEnd
    }
    return write
  }

  /// Whether a path, appended to another one, can leave it by dot segments.
  ///
  /// Servers differ in what they accept as a dot segment, so the most generous reading counts: dots may be written
  /// `%2E`, slashes `%2F`, `\` or `%5C`, parameters after a `;` do not count, and empty segments change nothing.
  @inlinable
  package static func climbsOut(_ path: some StringProtocol) -> Bool {
    path.withUTF8Bytes { climbsOut($0) }
  }

  @usableFromInline
  static func climbsOut(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Nearly every path has no dot to look at.
    guard bytes.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }) else { return false }
    return climbsOut(bytes, decodingSeparators: false) || climbsOut(bytes, decodingSeparators: true)
  }

  /// Whether a segment is `.` or `..` or, to a server that decodes slashes first, has a `..` in it.
  ///
  /// The reading is as generous as that of ``climbsOut(_:)``.
  package static func isHidden(in segment: UnsafeBufferPointer<UInt8>) -> Bool {
    guard segment.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }) else { return false }
    var reader = SegmentReader(bytes: segment)
    var pieces = 0
    var hasSingleDot = false
    while let piece = reader.next(decodingSeparators: true) {
      if piece == .up { return true }
      if piece == .here { hasSingleDot = true }
      pieces += 1
    }
    return hasSingleDot && pieces == 1
  }

  private static func climbsOut(_ bytes: UnsafeBufferPointer<UInt8>, decodingSeparators: Bool) -> Bool {
    var reader = SegmentReader(bytes: bytes)
    var depth = 0
    while let piece = reader.next(decodingSeparators: decodingSeparators) {
      switch piece {
      case .down: depth += 1
      case .up: depth -= 1
      case .here, .empty: continue
      }
      if depth < 0 { return true }
    }
    return false
  }

  private static func segmentEnd(in buffer: UnsafeMutableBufferPointer<UInt8>, from: Int, end: Int) -> Int {
    var index = from
    while index < end, buffer[index] != UInt8(ascii: "/") { index += 1 }
    return index
  }

  /// 1 or 2 for the segments `.` and `..`, else `nil`.
  private static func dots(in buffer: UnsafeMutableBufferPointer<UInt8>, _ from: Int, _ end: Int) -> Int? {
    let count = end - from
    guard count == 1 || count == 2, buffer[from] == UInt8(ascii: "."), buffer[end - 1] == UInt8(ascii: ".")
    else { return nil }
    return count
  }

  private static func move(
    in buffer: UnsafeMutableBufferPointer<UInt8>,
    from: Int,
    to end: Int,
    at write: inout Int
  ) {
    if write == from {
      write = end
      return
    }
    for index in from..<end {
      buffer[write] = buffer[index]
      write += 1
    }
  }
}

/// Reads where each segment of a path leads, as the most lenient server would decode it.
struct SegmentReader {
  enum Step {
    case down
    case up
    case here
    case empty
  }

  let bytes: UnsafeBufferPointer<UInt8>
  var index = 0

  /// The next segment; with `decodingSeparators`, `\`, `%2F` and `%5C` end one too.
  mutating func next(decodingSeparators: Bool) -> Step? {
    guard index <= bytes.count else { return nil }
    var dots = 0
    var others = 0
    var isInParameters = false
    while index < bytes.count {
      let decoded = PercentEncoding.triple(in: bytes, at: index)
      let byte = decoded ?? bytes[index]
      let isSeparator = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
      if isSeparator, decodingSeparators || bytes[index] == UInt8(ascii: "/") {
        index += decoded == nil ? 1 : 3
        return step(dots: dots, others: others)
      }
      // Servers cut parameters such as `;v=1` off, some after decoding, before they look for dots.
      if byte == UInt8(ascii: ";") {
        isInParameters = true
      } else if !isInParameters {
        if byte == UInt8(ascii: ".") { dots += 1 } else { others += 1 }
      }
      index += decoded == nil ? 1 : 3
    }
    index = bytes.count + 1
    return step(dots: dots, others: others)
  }

  private func step(dots: Int, others: Int) -> Step {
    if others > 0 || dots > 2 { return .down }
    return dots == 2 ? .up : dots == 1 ? .here : .empty
  }
}
