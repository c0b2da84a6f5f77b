// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Keeps the bytes of a body that can be read once, while it is read.
final class KeptBytes: Sendable {
  private struct State {
    var bytes = Data()
    var isTooLong = false
    var isWhole = false
  }

  private let state = Lock(State())
  private let limit: Int
  private let length: Int?

  init(upTo limit: Int, length: Int?) {
    self.limit = limit
    self.length = length
  }

  /// The whole body; `nil` if it was not read to its end or exceeds the limit.
  var whole: Data? { state.withLock { $0.isWhole ? $0.bytes : nil } }

  fileprivate func keep(_ chunk: Data) {
    state.withLock { state in
      guard !state.isTooLong else { return }
      guard chunk.count <= limit - state.bytes.count else {
        state.isTooLong = true
        state.bytes = Data()
        return
      }
      state.bytes.append(chunk)
      // A reader that knows the length stops there.
      if state.bytes.count == length { state.isWhole = true }
    }
  }

  fileprivate func end() {
    state.withLock { $0.isWhole = !$0.isTooLong }
  }
}

/// Chunks that are kept while they are read.
struct KeptChunks: AsyncSequence, Sendable {
  let chunks: OutgoingBody.Chunks
  let kept: KeptBytes

  func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeAsyncIterator(), kept: kept) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var chunks: any AsyncIteratorProtocol<Data, any Error>
    fileprivate let kept: KeptBytes

    mutating func next() async throws -> Data? {
      guard let chunk = try await chunks.next(isolation: #isolation) else {
        // A stream of the standard library ends where its reader is cancelled, whatever would have come.
        if !Task.isCancelled { kept.end() }
        return nil
      }
      kept.keep(chunk)
      return chunk
    }
  }
}
