// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore

  /// The head of a request over HTTP/2, in the terms of RFC 9113 §8.3.1.
  struct HTTP2RequestHead {
    var method: String
    var scheme: String
    var authority: String
    /// Path and query.
    var path: String
    /// The fields; those of a connection (RFC 9113 §8.2.2) and `Host` are left out.
    var headers: Headers
  }

  /// What becomes of the bytes that a body was asked for.
  enum HTTP2BodyPiece {
    /// This many bytes were written, the last of the body or not; none only if they are the last.
    case bytes(Int, isLast: Bool)
    /// There are none yet: ``HTTP2Session/resume(_:)`` asks again.
    case later
    /// There will be none: the stream is reset.
    case failed
  }

  /// The body of a request.
  ///
  /// It is read when the windows of stream and connection are open and the owner gathers.
  protocol HTTP2BodySource: AnyObject {
    /// Writes the next bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> HTTP2BodyPiece
    /// The trailers, asked for after the last bytes; usually none.
    var trailers: Headers { get }
  }

  /// A request and its response on a connection.
  final class HTTP2Stream {
    /// Its number; odd, and higher than those before (RFC 9113 §5.1.1).
    let id: Int32
    /// What its owner knows it by.
    let owner: AnyObject?
    /// The most bytes of its heads.
    let headLimit: Int
    let body: (any HTTP2BodySource)?

    /// After how many bytes of the session the head of the request begins; `.max` before it is among those to send.
    @exclusivity(unchecked) var start = Int.max
    /// Whether the head of the request was put among the bytes to send: before, nothing can have been executed.
    var isSent: Bool { start < .max }
    /// Whether all of the request was put among the bytes to send.
    @exclusivity(unchecked) var isRequestWhole = false
    /// Whether the final head of the response has arrived.
    @exclusivity(unchecked) var hasHead = false
    /// Whether the response has arrived whole, with its trailers.
    @exclusivity(unchecked) var hasEnded = false
    /// Whether the server has reset it.
    @exclusivity(unchecked) var isResetByServer = false
    /// Bytes of the heads so far.
    @exclusivity(unchecked) var headBytes = 0
    /// How many of them are those of interim heads that count.
    @exclusivity(unchecked) var countedHeadBytes = 0
    /// Its window, if it is another than at first; and the bytes consumed since it was set, or its owner had no room.
    @exclusivity(unchecked) var (window, consumed) = (0, 0)
    /// The bytes of the heads as frames, as sent and as received.
    @exclusivity(unchecked) var framed = (sent: 0, received: 0)
    /// The number of interim responses with status 104, each of which is forgotten with the next.
    @exclusivity(unchecked) var progressCount = 0
    /// Why the stream ends, once that is decided.
    @exclusivity(unchecked) var verdict: HTTP2StreamEnd?

    init(id: Int32, owner: AnyObject?, headLimit: Int, body: (any HTTP2BodySource)?) {
      (self.id, self.owner, self.headLimit, self.body) = (id, owner, headLimit, body)
    }
  }

  /// How a stream ended.
  enum HTTP2StreamEnd: Equatable {
    /// The response is whole.
    case complete
    /// The server has certainly not acted on the request: refused, above the last stream of a GOAWAY, or never sent.
    case notExecuted
    /// The server has reset the stream, with this error code (RFC 9113 §7).
    case reset(UInt32)
    /// The response breaks the protocol, for this reason.
    case violation(String)
    /// A head exceeds its limits.
    case headTooLarge
    /// The body of the request failed.
    case bodyFailed
    /// The owner has reset the stream.
    case cancelled
  }

  /// Why a connection cannot be used any more.
  struct HTTP2Fault: Error, Equatable {
    /// The error code of the GOAWAY that says so (RFC 9113 §7).
    let code: UInt32
    /// What the server did, once nghttp2 has said it: it may with the GOAWAY that it sends.
    let said: String?

    var reason: String { said ?? "the server has broken HTTP/2" }
  }

  /// Receives what a session reads.
  ///
  /// Called within ``HTTP2Session/receive(_:period:)`` and, for streams that end unsent or by a reset of our own,
  /// ``HTTP2Session/gather(into:upTo:)``. All of the session's other functions may be called from here, these two not.
  protocol HTTP2Events: AnyObject {
    /// An interim head (1xx).
    func interimHead(_ stream: HTTP2Stream, _ status: Status, _ headers: Headers)
    /// The head of the response.
    func head(_ stream: HTTP2Stream, _ status: Status, _ headers: Headers)
    /// Bytes of the body, valid during the call; the owner consumes them when it is done with them.
    func data(_ stream: HTTP2Stream, _ bytes: UnsafeRawBufferPointer)
    /// The response is whole; the request may not be.
    func ended(_ stream: HTTP2Stream, trailers: Headers)
    /// The stream is over: always the last event of a stream.
    func closed(_ stream: HTTP2Stream, _ end: HTTP2StreamEnd)
    /// The server opens no more streams; those above the last one are closed after this.
    func goAway(lastStream: Int32, code: UInt32, debug: String)
    /// The server has sent settings: the limit of streams may have changed.
    func settingsChanged()
    /// The answer to a `PING`.
    func pingAnswered()
  }
#endif
