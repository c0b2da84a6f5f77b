// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What comes out of a pipe, as a sequence.
///
/// When its reader goes, the writer is told.
struct PipeChunks: AsyncSequence, Sendable {
  private let pipe: BytePipe

  init(_ pipe: BytePipe) {
    self.pipe = pipe
  }

  /// Says that nobody will read them.
  func close() {
    pipe.close()
  }

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
