// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file's bytes, read in pieces.
struct FileChunks: AsyncSequence, Sendable {
  /// One piece: large enough to be read fast, small enough to be many at once.
  static let pieceSize = 256 << 10

  private let file: OpenFile

  /// The body that a file is: measured for each request, and opened anew for each sending.
  static func body(_ path: String) -> OutgoingBody {
    OutgoingBody(measure: { OpenFile.size(path) }, chunks: { FileChunks(file: try OpenFile(path)) })
  }

  func makeAsyncIterator() -> Iterator { Iterator(file: file) }

  struct Iterator: AsyncIteratorProtocol {
    let file: OpenFile
    private var offset = 0

    init(file: OpenFile) {
      self.file = file
    }

    mutating func next() async throws -> Data? {
      let piece = try file.read(FileChunks.pieceSize, at: offset)
      offset += piece.count
      return piece.isEmpty ? nil : piece
    }
  }
}
