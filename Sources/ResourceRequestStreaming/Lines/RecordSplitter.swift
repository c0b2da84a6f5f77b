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
  /// Whether a record is a JSON text, which is whole with the line feed behind it (RFC 7464 §2.2).
  private let isText: Bool
  private var scan = JSONValueScan()
  private var isInText = false
  private var isWhole = false
  /// How many of the pending bytes were returned already.
  private var told = 0
  private var isBehindSeparator = false
  /// What was wrong behind the records that were returned last.
  private(set) var fault: StreamFault?

  /// Creates a splitter.
  ///
  /// - Parameters:
  ///   - separator: the byte between records.
  ///   - piece: the name of a record in an error: “line”.
  ///   - first: the number of the first record in an error.
  ///   - limit: the maximum number of bytes of a record.
  ///   - isText: whether a record is a JSON text, which is returned with its line feed, before the next separator.
  package init(at separator: UInt8, piece: String, first: Int = 1, limit: Int, isText: Bool = false) {
    self.separator = separator
    self.piece = piece
    self.first = first
    self.limit = limit
    self.isText = isText
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
      if isTold, run.allSatisfy(Self.isBlank) {
        pending = Data()
      } else if pending.isEmpty {
        // A copy, since a view would retain the whole chunk.
        records.append(Data(run))
      } else {
        records.append(pending + run)
        pending = Data()
      }
      rest = rest[rest.index(after: end)...]
      (scan, isInText, isWhole, told, isBehindSeparator) = (JSONValueScan(), false, false, 0, true)
    }
    try check(rest.count, count + records.count)
    pending.append(rest)
    guard isText, isBehindSeparator, told == 0, endsText(rest) else { return }
    told = pending.count
    records.append(pending)
  }

  /// Whether the pending bytes were returned, and nothing has come behind them.
  private var isTold: Bool { told > 0 && pending.dropFirst(told).allSatisfy(Self.isBlank) }

  /// Whether the text is whole with these bytes, its line feed included.
  private mutating func endsText(_ bytes: Data) -> Bool {
    bytes.withUnsafeBytes { bytes in
      let bytes = bytes.assumingMemoryBound(to: UInt8.self)
      var place = 0
      if !isWhole {
        if !isInText { place = bytes.firstIndex { !Self.isBlank($0) } ?? bytes.count }
        guard place < bytes.count else { return false }
        isInText = true
        guard let end = scan.end(in: bytes, from: place) else { return false }
        (isWhole, place) = (true, end)
      }
      return bytes.last == 0x0A && bytes[place...].allSatisfy(Self.isBlank)
    }
  }

  /// Whether a byte is JSON's white space.
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// Returns the bytes after the last separator at the end of the stream.
  package mutating func finish() throws(StreamFault) -> Data {
    if let fault { throw fault }
    defer { pending = Data() }
    return isTold ? Data() : pending
  }

  private func check(_ added: Int, _ count: Int) throws(StreamFault) {
    guard added <= limit - pending.count else { throw .tooLarge("\(piece) \(first + count)", limit: limit) }
  }
}
