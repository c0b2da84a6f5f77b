// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The chunks of a pipe, for its one reader.
///
/// Releasing them and their iterator notifies the writer.
struct PipeChunks: AsyncSequence, Sendable {
  fileprivate final class Reader: Sendable {
    let pipe: BytePipe

    init(_ pipe: BytePipe) { self.pipe = pipe }

    deinit { pipe.close() }
  }

  private let reader: Reader

  init(_ pipe: BytePipe) { reader = Reader(pipe) }

  func makeAsyncIterator() -> Iterator { Iterator(reader: reader) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let reader: Reader

    func next() async throws -> Data? { try await reader.pipe.next() }
  }
}
