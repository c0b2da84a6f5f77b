// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// The bytes of a file, read in pieces.
package struct FileChunks: AsyncSequence, Sendable {
  /// The size of a piece: large enough for fast reads, small enough for many concurrent files.
  package static let pieceSize = 256 << 10

  private let file: OpenFile

  /// A body of a file: measured for each request and reopened each time it is sent.
  package static func body(_ path: String) -> OutgoingBody {
    OutgoingBody(measure: { OpenFile.size(path) }, chunks: { FileChunks(file: try OpenFile(path)) })
  }

  package func makeAsyncIterator() -> Iterator { Iterator(file: file) }

  package struct Iterator: AsyncIteratorProtocol {
    let file: OpenFile
    var offset = 0

    package mutating func next() async throws -> Data? {
      let piece = try file.read(FileChunks.pieceSize, at: offset)
      offset += piece.count
      return piece.isEmpty ? nil : piece
    }
  }
}
