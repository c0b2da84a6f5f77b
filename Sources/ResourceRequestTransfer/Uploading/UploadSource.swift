// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// A file that is uploaded in parts, of which every byte is of one state of it.
struct UploadSource: Sendable {
  let path: String
  let state: FileState
  private let file: OpenFile
  private let progress: ProgressReporter?
  /// One for all parts, which may be many and small; `nil` if nobody listens.
  private let gate: Lock<ProgressGate?>
  private let clock: any RequestClock
  /// How far the last body was read by its transport.
  private let handedOver = Lock(0)
  /// How far any body was.
  private let reach = Lock(0)

  init(_ path: String, _ progress: ProgressReporter?, _ clock: any RequestClock) throws {
    self.path = path
    self.progress = progress
    gate = Lock(progress.map { ProgressGate($0) })
    self.clock = clock
    file = try OpenFile(path)
    state = try file.state()
    guard try state.size > 0 || file.read(1, at: 0).isEmpty else {
      throw ResourceError(
        code: .invalidBody,
        message: "\(path) has content although its size is 0 (as files of /proc), so that no upload can resume by it; "
          + "send it as a body without resuming"
      )
    }
  }

  /// A part of the file as the body of a request.
  ///
  /// - Parameters:
  ///   - start: where it begins.
  ///   - count: how many bytes it has.
  ///   - isSpent: whether something has come of it, so that it must not be sent again.
  /// - Returns: the body.
  func body(from start: Int, count: Int, until isSpent: (@Sendable () -> Bool)? = nil) -> OutgoingBody {
    handedOver.withLock { $0 = start }
    guard count > 0 || isSpent != nil else { return OutgoingBody(Data()) }
    let part = Part(source: self, range: start..<(start + count), isSent: true)
    let unsent = Part(source: self, range: part.range, isSent: false)
    return OutgoingBody(length: count, until: isSpent, unsent: { unsent }, chunks: { part })
  }

  /// Whether the last body was handed over up to this byte, by what a transport says of the bytes it has sent as well.
  ///
  /// - Parameters:
  ///   - end: where the body ends.
  ///   - count: how many bytes it has.
  ///   - metrics: what the transport says of the exchange that had the body; one that counts nothing says 0.
  /// - Returns: whether no byte of it is left.
  func handedOver(to end: Int, count: Int, _ metrics: ExchangeMetrics) -> Bool {
    let sent = metrics.bytesSent
    return handedOver.withLock { $0 >= end } && (sent == 0 || sent >= count)
  }

  /// The end of what transports have got of the file: no server can have more.
  var furthest: Int { reach.withLock { $0 } }

  /// Reports the end.
  func finish() {
    let end = TransferProgress(completed: state.size, total: state.size)
    let now = clock.now
    if gate.withLock({ $0?.lets(end, asEndAt: now) ?? false }) { progress?.report(end) }
  }

  /// Makes sure that the file is as it was.
  ///
  /// - Throws: ``ResourceError`` with the code `invalidBody`.
  func check() throws {
    guard try file.state() == state else {
      throw ResourceError(
        code: .invalidBody,
        message: "\(path) has changed during its upload; the bytes on the server are stale"
      )
    }
  }

  /// The bytes of a part.
  private struct Part: AsyncSequence, Sendable {
    let source: UploadSource
    let range: Range<Int>
    /// Whether its bytes are handed over, and not read for a digest.
    let isSent: Bool

    func makeAsyncIterator() -> Iterator { Iterator(part: self, offset: range.lowerBound) }

    struct Iterator: AsyncIteratorProtocol {
      let part: Part
      var offset: Int

      mutating func next() async throws -> Data? {
        let source = part.source
        // Whoever asks for more has taken what came before.
        if part.isSent {
          let progress = TransferProgress(completed: offset, total: source.state.size)
          let now = source.clock.now
          if source.gate.withLock({ $0?.lets(progress, at: now) ?? false }) { source.progress?.report(progress) }
        }
        guard offset < part.range.upperBound else { return nil }
        let piece = try source.file.read(Swift.min(FileChunks.pieceSize, part.range.upperBound - offset), at: offset)
        // After the reading, so that bytes of another state never go out.
        try source.check()
        offset += piece.count
        if part.isSent {
          source.handedOver.withLock { [offset] in $0 = offset }
          source.reach.withLock { [offset] in $0 = Swift.max($0, offset) }
        }
        return piece.isEmpty ? nil : piece
      }
    }
  }
}
