// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// Splits chunks of a JSON text into the elements of one array, or into consecutive values.
///
/// Pure. It buffers one element at most. Members beside the path are skipped by their strings and brackets; their
/// content is not validated.
package struct JSONElementSplitter: Sendable {
  /// The token expected next outside of values.
  enum Expectation {
    case start, keyOrEnd, key, colon, value, commaOrObjectEnd
    case elementOrEnd, element, commaOrArrayEnd
    case nextText, blank
    case end
  }

  /// The kind of the current value.
  enum Piece { case element, key, passedOver }

  /// The result of scanning a chunk.
  enum Step {
    /// An element ends here; the run is its end, or the whole.
    case element(Range<Int>)
    /// The chunk ends inside an element.
    case partOfElement(Range<Int>)
    case consumed
    case fault(StreamFault)
  }

  let path: [String]
  let limit: Int
  /// Whether the text is known to be a sequence of values.
  let isSequence: Bool
  var expectation = Expectation.start
  var piece: Piece?
  var scan = JSONValueScan()
  /// The number of open objects of the path.
  var level = 0
  /// Whether the key read last is the path's next name.
  var isOnPath = false
  var isFound = false
  var key: [UInt8] = []
  /// The number of bytes seen of a byte order mark.
  var mark = 0
  /// The number of bytes in earlier chunks.
  var offset = 0
  private var pending = Data()

  /// The number of elements completed.
  package private(set) var count = 0
  /// Whether the text turned out to be a sequence of values without being announced as one.
  package internal(set) var isUnannouncedSequence = false

  /// Creates a splitter.
  ///
  /// - Parameters:
  ///   - path: the names of the members that lead to the array; empty if the text is the array.
  ///   - isSequence: whether the text is a sequence of values, such as one per line.
  ///   - limit: the maximum number of bytes of an element.
  package init(path: [String] = [], isSequence: Bool = false, limit: Int) {
    self.path = path
    self.isSequence = isSequence
    self.limit = limit
  }

  /// Returns the next element that a chunk completes.
  ///
  /// - Parameters:
  ///   - chunk: the bytes; the same until this returns `nil`.
  ///   - place: the number of consumed bytes, 0 for a new chunk.
  /// - Returns: the element's bytes, a view of the chunk if that contains all of them; `nil` at the end of the chunk.
  /// - Throws: ``StreamFault`` with the offset in the body or the number of the element.
  package mutating func next(in chunk: Data, from place: inout Int) throws(StreamFault) -> Data? {
    let step = chunk.withUnsafeBytes { advance($0.assumingMemoryBound(to: UInt8.self), &place) }
    switch step {
    case .fault(let fault): throw fault
    case .consumed: break
    case .partOfElement(let run):
      try checkLimit(run.count)
      pending.append(chunk[view: run])
    case .element(let run):
      try checkLimit(run.count)
      count += 1
      guard !pending.isEmpty else { return chunk[view: run] }
      defer { pending = Data() }
      return pending + chunk[view: run]
    }
    offset += chunk.count
    return nil
  }

  /// Returns the element that the end of the text completes: a number or a literal of a sequence.
  ///
  /// - Throws: StreamFault/malformed(_:) if the text ends too early.
  package mutating func finish() throws(StreamFault) -> Data? {
    switch (expectation, piece) {
    case (.end, nil), (.nextText, nil), (.blank, nil):
      return nil
    case (.nextText, .element) where scan.mayEndHere:
      defer { (piece, pending) = (nil, Data()) }
      count += 1
      return pending
    case (.start, nil):
      if isSequence, mark == 0 || mark == 3 { return nil }
      throw .malformed("the body is empty; \(wanted) was expected")
    default:
      throw .malformed("the body ends inside \(piece == .element ? "element \(count + 1)" : "its JSON text")")
    }
  }

  private func checkLimit(_ added: Int) throws(StreamFault) {
    guard added <= limit - pending.count else { throw .tooLarge("element \(count + 1)", limit: limit) }
  }

  /// The expected content, for a message.
  var wanted: String {
    path.isEmpty ? "an array" : "an object with the array \"\(path.joined(separator: "."))\""
  }
}

extension Data {
  /// A view of the bytes at offsets from the first one.
  fileprivate subscript(view run: Range<Int>) -> Data {
    self[startIndex + run.lowerBound..<startIndex + run.upperBound]
  }
}
