// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file that is uploaded in parts, of which every byte is of one state of it.
struct UploadSource: Sendable {
  let path: String
  let state: FileState
  private let file: OpenFile
  private let progress: ProgressReporter?
  private let clock: any RequestClock

  init(_ path: String, _ progress: ProgressReporter?, _ clock: any RequestClock) throws {
    self.path = path
    self.progress = progress
    self.clock = clock
    file = try OpenFile(path)
    state = try file.state()
  }

  /// A part of the file as the body of a request.
  func body(from start: Int, count: Int) -> OutgoingBody {
    guard count > 0 else { return OutgoingBody(Data()) }
    return OutgoingBody(length: count, isReplayable: true) { Part(source: self, range: start..<(start + count)) }
  }

  /// Reports the end.
  func finish() {
    var gate = progress.map { ProgressGate($0) }
    gate?.finish(TransferProgress(completed: state.size, total: state.size), at: clock.now)
  }

  /// Makes sure that the file is as it was.
  ///
  /// - Throws: ``ResourceError`` with the code `invalidBody`.
  func check() throws {
    guard try file.state() == state else {
      throw ResourceError(
        code: .invalidBody,
        message: "\(path) has changed while it was uploaded; what the server has of it is of no use"
      )
    }
  }

  /// The bytes of a part.
  private struct Part: AsyncSequence, Sendable {
    let source: UploadSource
    let range: Range<Int>

    func makeAsyncIterator() -> Iterator {
      Iterator(
        source: source,
        end: range.upperBound,
        offset: range.lowerBound,
        gate: source.progress.map { ProgressGate($0) }
      )
    }

    struct Iterator: AsyncIteratorProtocol {
      let source: UploadSource
      let end: Int
      var offset: Int
      var gate: ProgressGate?

      mutating func next() async throws -> Data? {
        // Whoever asks for more has taken what came before.
        let (progress, now) = (TransferProgress(completed: offset, total: source.state.size), source.clock.now)
        gate?.advance(to: progress, at: now)
        guard offset < end else { return nil }
        let piece = try source.file.read(Swift.min(FileChunks.pieceSize, end - offset), at: offset)
        // After the reading, so that bytes of another state never go out.
        try source.check()
        offset += piece.count
        return piece.isEmpty ? nil : piece
      }
    }
  }
}
