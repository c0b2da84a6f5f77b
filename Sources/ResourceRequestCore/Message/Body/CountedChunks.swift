// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The chunks of a body with an announced length: exactly that many bytes, or an error.
///
/// The last bytes are held back until the end is certain. Otherwise a body that is too long would look complete to the
/// peer, which would act on a part of it.
struct CountedChunks: AsyncSequence, Sendable {
  let chunks: OutgoingBody.Chunks
  let length: Int

  func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeAsyncIterator(), length: length) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var chunks: any AsyncIteratorProtocol<Data, any Error>
    fileprivate let length: Int
    fileprivate var count = 0
    fileprivate var isOver = false

    mutating func next() async throws -> Data? {
      guard !isOver else { return nil }
      guard let chunk = try await chunks.next(isolation: #isolation) else {
        isOver = true
        guard count == length else { throw fault("the body ended after \(count) of its announced \(length) bytes") }
        return nil
      }
      try add(chunk)
      if count == length {
        while let more = try await chunks.next(isolation: #isolation) { try add(more) }
        isOver = true
      }
      return chunk
    }

    private mutating func add(_ chunk: Data) throws {
      guard chunk.count <= length - count else { throw fault("the body is longer than its announced \(length) bytes") }
      count += chunk.count
    }

    private func fault(_ message: String) -> ResourceError { ResourceError(code: .invalidBody, message: message) }
  }
}
