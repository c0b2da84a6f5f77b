// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The lines of a response body as they arrive, decoded as UTF-8.
///
/// A line ends with a line feed, or a carriage return and a line feed; the last line may lack it. Malformed UTF-8 is
/// replaced, and a byte order mark at the start is dropped.
public struct StreamLines: AsyncSequence, Sendable {
  let stream: ResourceStream
  let limit: Int

  /// Returns an iterator; a stream has one reader.
  public func makeAsyncIterator() -> Iterator {
    Iterator(
      records: StreamRecords(stream, RecordSplitter(at: UInt8(ascii: "\n"), piece: "line", limit: limit))
    )
  }

  /// Iterates over the lines of a body.
  ///
  /// Releasing it before the end cancels the exchange.
  public struct Iterator: AsyncIteratorProtocol {
    let records: StreamRecords

    /// The next line, without its end; `nil` at the end.
    ///
    /// - Throws: ``ResourceError``, with the code `bodyTooLarge` if a line exceeds the limit; or `CancellationError`.
    public func next() async throws -> String? {
      guard let record = try await records.next() else { return nil }
      var bytes = record.bytes
      if record.isLast, bytes.isEmpty { return nil }
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      if record.number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
