// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import FlyingSocks
import Foundation

/// A response body for FlyingFox that a test sends in chunks.
struct StreamedBytes: AsyncBufferedSequence, Sendable {
  typealias Element = UInt8

  let chunks: AsyncThrowingStream<Data, any Error>

  /// A body that breaks off after these bytes.
  static func breaking(after data: Data) -> StreamedBytes {
    StreamedBytes(
      chunks: AsyncThrowingStream { continuation in
        continuation.yield(data)
        continuation.finish(throwing: SocketError.disconnected)
      }
    )
  }

  func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var chunks: AsyncThrowingStream<Data, any Error>.Iterator
    private var rest = Data()

    init(chunks: AsyncThrowingStream<Data, any Error>.Iterator) {
      self.chunks = chunks
    }

    mutating func next() async throws -> UInt8? {
      try await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested count: Int) async throws -> Data? {
      while rest.isEmpty {
        guard let chunk = try await chunks.next(isolation: #isolation) else { return nil }
        rest = chunk
      }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
  }
}
