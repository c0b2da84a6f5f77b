// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The numbered records of a response's body, as they arrive.
final class StreamRecords {
  let summary: RequestSummary
  /// The status of a response that is no success, for messages; empty otherwise.
  var statusInWords: String { stream.status.isSuccessful ? "" : "; the response is \(stream.status)" }
  private let stream: ResourceStream
  private let chunks: ResourceStream.Iterator
  private var splitter: RecordSplitter
  private var ready: ArraySlice<Data> = []
  private var count = 0
  private var isOver = false

  init(_ stream: ResourceStream, _ splitter: RecordSplitter) {
    self.stream = stream
    self.splitter = splitter
    summary = stream.summary
    chunks = stream.makeAsyncIterator()
  }

  /// One record.
  struct Record {
    let number: Int
    let bytes: Data
    /// Whether no separator follows it.
    let isLast: Bool
  }

  /// The next record; the last one may be empty.
  func next() async throws -> Record? {
    while true {
      if let bytes = ready.popFirst() {
        count += 1
        return Record(number: count, bytes: bytes, isLast: false)
      }
      guard !isOver else { return nil }
      // Found behind the records that were returned: the next bytes may take their time.
      if let fault = splitter.fault { throw fail(fault) }
      let chunk = try await chunks.next()
      do throws(StreamFault) {
        guard let chunk else {
          isOver = true
          return Record(number: count + 1, bytes: try splitter.finish(), isLast: true)
        }
        ready = try splitter.read(chunk, after: count)[...]
      } catch {
        throw fail(error)
      }
    }
  }

  /// Ends the exchange because of a fault.
  func fail(_ fault: StreamFault, cause: (any Error)? = nil) -> ResourceError {
    isOver = true
    ready = []
    stream.cancel()
    return ResourceError(fault, request: summary, cause: cause)
  }
}

extension Data {
  /// The bytes without JSON's whitespace around them, and without a byte order mark before them.
  func trimmedJSON(dropsMark: Bool) -> Data {
    var rest = self
    if dropsMark, rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    rest = rest.drop(while: RecordSplitter.isBlank)
    while let last = rest.last, RecordSplitter.isBlank(last) { rest.removeLast() }
    return rest
  }
}
