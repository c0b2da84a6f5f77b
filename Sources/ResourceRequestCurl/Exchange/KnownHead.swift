// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The final head of a response, as lines and as what they say.
struct KnownHead {
  /// More than this is not kept: it would be memory for every handle.
  private static var limit: Int { 2048 }

  private var bytes: [UInt8] = []
  /// Where each line ends.
  private var ends: [Int] = []
  private(set) var status = Status(0)
  private(set) var httpVersion: ExchangeMetrics.HTTPVersion?
  private(set) var headers = Headers()
  /// Whether it stands for a whole head; otherwise it is one that is being read, or none.
  private(set) var isComplete = false

  var lineCount: Int { ends.count }

  /// Whether the line at a position is the same.
  func hasLine(_ line: UnsafeRawBufferPointer, at position: Int) -> Bool {
    guard position < ends.count else { return false }
    let start = start(of: position)
    guard ends[position] - start == line.count, let other = line.baseAddress else { return false }
    return bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp($0 + start, other, line.count) == 0 } ?? false
    }
  }

  /// Puts a line at a position that follows the lines kept, or replaces one; `false` where it becomes too large.
  ///
  /// One of another length, as one that ends the head, takes with it what was behind it.
  mutating func put(_ line: UnsafeRawBufferPointer, at position: Int) -> Bool {
    let start = start(of: position)
    if isComplete, position > 0, position + 1 < ends.count, ends[position] - start == line.count {
      bytes.withUnsafeMutableBytes { bytes in
        UnsafeMutableRawBufferPointer(rebasing: bytes[start..<(start + line.count)]).copyMemory(from: line)
      }
      return true
    }
    cut(at: position)
    guard bytes.count + line.count <= KnownHead.limit else {
      cut(at: 0)
      return false
    }
    bytes.append(contentsOf: line)
    ends.append(bytes.count)
    return true
  }

  /// Forgets the lines from a position on, and with them that it is a whole head.
  mutating func cut(at position: Int) {
    isComplete = false
    guard position < ends.count else { return }
    bytes.removeSubrange(start(of: position)...)
    ends.removeSubrange(position...)
  }

  /// The lines are those of a whole head that says this; where they are not so many, it is none.
  mutating func complete(lines: Int, _ status: Status, _ httpVersion: ExchangeMetrics.HTTPVersion?, _ headers: Headers)
  {
    guard lines == ends.count, headers.count + 2 == lines else { return cut(at: 0) }
    self.status = status
    self.httpVersion = httpVersion
    self.headers = headers
    isComplete = true
  }

  private func start(of position: Int) -> Int { position == 0 ? 0 : ends[position - 1] }
}
