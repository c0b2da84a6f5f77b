// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The chunks of a body that was said to have a length: that many bytes, or an error.
///
/// The last of them are handed on only once it is certain that they are the last. Otherwise the peer would have a body
/// that is whole by its length, and would act on a part of it.
struct CountedChunks: AsyncSequence, Sendable {
  let chunks: OutgoingBody.Chunks
  let length: Int

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncIteratorProtocol {
    private var chunks: any AsyncIteratorProtocol<Data, any Error>
    private let length: Int
    private var count = 0
    private var isOver = false

    fileprivate init(_ counted: CountedChunks) {
      chunks = counted.chunks.makeAsyncIterator()
      length = counted.length
    }

    mutating func next() async throws -> Data? {
      guard !isOver else { return nil }
      guard let chunk = try await chunks.next(isolation: #isolation) else {
        isOver = true
        guard count == length else {
          throw fault("the body ended after \(count) of the \(length) bytes it was said to have")
        }
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
      guard chunk.count <= length - count else {
        throw fault("the body has more than the \(length) bytes it was said to have")
      }
      count += chunk.count
    }

    private func fault(_ message: String) -> ResourceError { ResourceError(code: .invalidBody, message: message) }
  }
}
