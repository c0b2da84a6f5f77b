// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop

  /// What of a response has been received.
  struct IncomingProgress {
    var status = Status(0)
    var headers = Headers()
    var trailers = Headers()
    var version: ExchangeMetrics.HTTPVersion?
    /// Bytes on the wire of head and body.
    var wireBytes = 0
    /// Bytes of the body on the wire, and of the buffered one, decoded.
    var bodyBytes = 0
    var keptBytes = 0
    /// The announced length; `nil` if there is none.
    var announced: Int?
    /// The announced length of a body that is buffered, up to the limit; 0 if there is none.
    var expected = 0
    /// When the first byte arrived; 0 before.
    var firstByte: UInt64 = 0
    var isCoded = false
    var hasForeignCoding = false
    /// Decodes a buffered body; a stream is decoded by its reader.
    var decoder: ContentDecoder?
    /// The writing side of a streamed body, whose reader owns the stream: its release ends the exchange.
    var writer: IncomingStream.Writer?
    var gatherer: ChunkGatherer?
    /// Whether the loop passes on what is gathered at the end of its turn.
    var isGathering = false
    /// Bytes of a stream that the reader has not made room for, over HTTP/2.
    var unconsumed = 0
    /// Whether the reader has no room.
    var isPaused = false
    /// Since when it has none.
    var pausedSince: UInt64 = 0
    /// Whether the response is complete, while the rest of the request is still being sent.
    var hasEnded = false
  }
#endif
