// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension OutgoingBody {
  /// The same body, compressed while it is sent; it can be sent again where this one can.
  func compressed(as coding: ContentCoding) -> OutgoingBody {
    OutgoingBody(length: nil, isReplayable: canBeReplayed) {
      CompressedChunks(chunks: try await chunks(), coding: coding)
    }
  }
}

/// The chunks of a body, compressed in bounded memory.
struct CompressedChunks: AsyncSequence, Sendable {
  /// As much as is compressed before what came out is handed on.
  private static let pieceSize = 256 << 10

  let chunks: OutgoingBody.Chunks
  let coding: ContentCoding

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  final class Iterator: AsyncIteratorProtocol {
    private var chunks: any AsyncIteratorProtocol<Data, any Error>
    private var encoder: BodyEncoder
    private var rest = Data()
    private var isFinished = false

    fileprivate init(_ compressed: CompressedChunks) {
      chunks = compressed.chunks.makeAsyncIterator()
      encoder = BodyEncoder(compressed.coding)
    }

    func next() async throws -> Data? {
      while !isFinished {
        if rest.isEmpty {
          guard let chunk = try await chunks.next(isolation: #isolation) else {
            isFinished = true
            return encoder.finish()
          }
          rest = chunk
        }
        let piece = rest.prefix(CompressedChunks.pieceSize)
        rest = rest.dropFirst(piece.count)
        let encoded = encoder.encode(piece)
        if !encoded.isEmpty { return encoded }
      }
      return nil
    }
  }
}
