// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore
import ResourceRequestPlatform

/// The final head of the previous response: its lines and their parsed values.
package struct KnownHead {
  /// The maximum size, since every handle has one.
  private static var limit: Int { 2048 }

  private var bytes: [UInt8] = []
  /// The ends of the lines.
  private var ends: [Int] = []
  package private(set) var status = Status(0)
  package private(set) var httpVersion: ExchangeMetrics.HTTPVersion?
  package private(set) var headers = Headers()
  package private(set) var framing: AnswerFraming?
  /// Whether it is a whole head.
  package private(set) var isComplete = false

  package var lineCount: Int { ends.count }

  /// Whether the line at a position is the same.
  package func hasLine(_ line: UnsafeRawBufferPointer, at position: Int) -> Bool {
    guard position < ends.count else { return false }
    let start = start(of: position)
    guard ends[position] - start == line.count, let other = line.baseAddress else { return false }
    return bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp($0 + start, other, line.count) == 0 } ?? false
    }
  }

  /// Appends or replaces a line; `false` if the head becomes too large.
  ///
  /// A line of another length, or the end of a head, removes the lines after it.
  package mutating func put(_ line: UnsafeRawBufferPointer, at position: Int) -> Bool {
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

  /// Removes the lines from a position on and marks the head incomplete.
  package mutating func cut(at position: Int) {
    isComplete = false
    guard position < ends.count else { return }
    bytes.removeSubrange(start(of: position)...)
    ends.removeSubrange(position...)
  }

  /// Completes the head with its parsed values; discards it if the number of lines differs.
  package mutating func complete(
    lines: Int,
    _ status: Status,
    _ httpVersion: ExchangeMetrics.HTTPVersion?,
    _ headers: Headers,
    _ framing: AnswerFraming
  ) {
    guard lines == ends.count, headers.count + 2 == lines else { return cut(at: 0) }
    self.status = status
    self.httpVersion = httpVersion
    self.headers = headers
    self.framing = framing
    isComplete = true
  }

  private func start(of position: Int) -> Int { position == 0 ? 0 : ends[position - 1] }
}
