// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The chunks of a pipe.
///
/// Releasing the reader notifies the writer.
struct PipeChunks: AsyncSequence, Sendable {
  let pipe: BytePipe

  /// Notifies the writer that the chunks will not be read.
  func close() { pipe.close() }

  func makeAsyncIterator() -> Iterator { Iterator(pipe) }

  final class Iterator: AsyncIteratorProtocol {
    private let pipe: BytePipe

    init(_ pipe: BytePipe) {
      self.pipe = pipe
    }

    deinit {
      pipe.close()
    }

    func next() async throws -> Data? { try await pipe.next() }
  }
}
