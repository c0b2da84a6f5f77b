// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// Splits chunks of bytes into records at a separator, wherever chunks end.
///
/// Pure. The separator is not part of a record.
package struct RecordSplitter: Sendable {
  private let separator: UInt8
  private let piece: String
  private let first: Int
  private let limit: Int
  private var pending = Data()
  /// What was wrong behind the records that were returned last.
  private(set) var fault: StreamFault?

  /// Creates a splitter.
  ///
  /// - Parameters:
  ///   - separator: the byte between records.
  ///   - piece: the name of a record in an error: “line”.
  ///   - first: the number of the first record in an error.
  ///   - limit: the maximum number of bytes of a record.
  package init(at separator: UInt8, piece: String, first: Int = 1, limit: Int) {
    self.separator = separator
    self.piece = piece
    self.first = first
    self.limit = limit
  }

  /// Reads a chunk.
  ///
  /// - Parameters:
  ///   - chunk: the bytes.
  ///   - count: the number of earlier records, for an error.
  /// - Returns: the records that it completes.
  /// - Throws: ``StreamFault/tooLarge(_:limit:)``.
  package mutating func read(_ chunk: Data, after count: Int) throws(StreamFault) -> [Data] {
    if let fault { throw fault }
    var records: [Data] = []
    do throws(StreamFault) {
      try read(chunk, after: count, &records)
    } catch {
      // What is complete is told first, however the bytes were cut.
      guard !records.isEmpty else { throw error }
      fault = error
    }
    return records
  }

  private mutating func read(_ chunk: Data, after count: Int, _ records: inout [Data]) throws(StreamFault) {
    var rest = chunk
    while let end = rest.firstIndex(of: separator) {
      let run = rest[..<end]
      try check(run.count, count + records.count)
      if pending.isEmpty {
        // A copy, since a view would retain the whole chunk.
        records.append(Data(run))
      } else {
        records.append(pending + run)
        pending = Data()
      }
      rest = rest[rest.index(after: end)...]
    }
    try check(rest.count, count + records.count)
    pending.append(rest)
  }

  /// Returns the bytes after the last separator at the end of the stream.
  package mutating func finish() throws(StreamFault) -> Data {
    if let fault { throw fault }
    defer { pending = Data() }
    return pending
  }

  private func check(_ added: Int, _ count: Int) throws(StreamFault) {
    guard added <= limit - pending.count else { throw .tooLarge("\(piece) \(first + count)", limit: limit) }
  }
}
