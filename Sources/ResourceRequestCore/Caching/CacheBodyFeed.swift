// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Feeds a body from memory to the reader of a stream, at most a window at a time.
final class CacheBodyFeed: Sendable {
  private static let piece = 64 << 10

  private let body: Data
  private let end: IncomingStream.End
  private let sent = Lock(0)
  private let window: Int

  private init(_ body: Data, _ end: IncomingStream.End, window: Int) {
    self.body = body
    self.end = end
    self.window = window
  }

  /// A stream of a body.
  static func stream(_ body: Data?, trailers: Headers, window: Int) -> IncomingStream {
    let feed = CacheBodyFeed(body ?? Data(), IncomingStream.End(trailers: trailers), window: max(1, window))
    let target = Lock<WeakStream>(WeakStream())
    let (stream, _) = IncomingStream.makeStream(
      window: window,
      whenRoom: { if let stream = target.withLock({ $0.stream }) { feed.write(to: stream.writer) } },
      whenCancelled: {}
    )
    target.withLock { $0.stream = stream }
    feed.write(to: stream.writer)
    return stream
  }

  /// The stream retains the feed, so the feed must not retain the stream.
  private struct WeakStream {
    weak var stream: IncomingStream?
  }

  /// Writes until the window is full; the stream calls again when there is room.
  private func write(to writer: IncomingStream.Writer) {
    while true {
      let piece: Data? = sent.withLock { sent in
        guard sent < body.count else { return nil }
        let length = min(Self.piece, window, body.count - sent)
        defer { sent += length }
        let start = body.startIndex + sent
        return Data(body[start..<(start + length)])
      }
      guard let piece else { return writer.finish(end) }
      guard writer.write(piece) else { return }
    }
  }
}
