// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension IncomingStream {
  /// A transport's side of a stream.
  ///
  /// Applies back pressure: the transport writes until ``write(_:)`` returns `false`, and continues after `whenRoom`.
  public struct Writer: Sendable {
    private let pipe: BytePipe
    private let lastWords: Lock<End?>

    init(pipe: BytePipe, lastWords: Lock<End?>) {
      self.pipe = pipe
      self.lastWords = lastWords
    }

    /// Writes a chunk.
    ///
    /// - Returns: whether to continue; if not, `whenRoom` is called once there is room.
    public func write(_ chunk: Data) -> Bool { pipe.offer(chunk) }

    /// Whether the transport was told to pause and has not been told to continue.
    public var isFull: Bool { pipe.isFull }

    /// Ends the stream successfully, after all written bytes.
    public func finish(_ end: End) {
      lastWords.withLock { $0 = end }
      pipe.finish()
    }

    /// Ends the stream with an error, after all written bytes.
    public func fail(_ error: any Error) {
      pipe.finish(.failure(error))
    }
  }
}
