// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

extension OutgoingBody {
  /// The same body, compressed while it is sent; replayable if this body is.
  func compressed(as coding: BodyCoding) -> OutgoingBody {
    OutgoingBody(length: nil, isReplayable: canBeReplayed) {
      CompressedChunks(chunks: try await chunks(), coding: coding)
    }
  }
}

/// The chunks of a body, compressed in bounded memory.
struct CompressedChunks: AsyncSequence, Sendable {
  /// The number of bytes to compress before the output is passed on.
  private static let pieceSize = 256 << 10

  let chunks: OutgoingBody.Chunks
  let coding: BodyCoding

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  final class Iterator: AsyncIteratorProtocol {
    private var chunks: any AsyncIteratorProtocol<Data, any Error>
    private let coding: BodyCoding
    private var encoder: BodyCompressor?
    private var rest = Data()
    private var isFinished = false

    fileprivate init(_ compressed: CompressedChunks) {
      chunks = compressed.chunks.makeAsyncIterator()
      coding = compressed.coding
    }

    func next() async throws -> Data? {
      let encoder = try self.encoder ?? BodyCompressor(coding)
      self.encoder = encoder
      while !isFinished {
        if rest.isEmpty {
          guard let chunk = try await chunks.next(isolation: #isolation) else {
            isFinished = true
            return try encoder.finish()
          }
          rest = chunk
        }
        let piece = rest.prefix(CompressedChunks.pieceSize)
        rest = rest.dropFirst(piece.count)
        let encoded = try encoder.encode(piece)
        if !encoded.isEmpty { return encoded }
      }
      return nil
    }
  }
}
