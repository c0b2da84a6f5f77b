// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestPlatform

  /// How much of a request has been passed on to the system.
  struct OutgoingProgress {
    let framing: RequestWriter.Framing
    /// Bytes of the body that were passed on, over HTTP/1 with those of the chunk.
    var passed = 0
    /// The part of a produced chunk that has not been passed on.
    var chunk = Data()
    /// Whether the producer has ended, and everything it made was passed on.
    var isBodyEnded: Bool
    /// Whether nothing is left to be passed on, the head included.
    var isComplete = false
    /// Whether the producer has nothing yet.
    var isStarved = false
    /// Until when the server's consent is awaited (RFC 9110 §10.1.1); `.max` while it is not.
    var askedUntil = UInt64.max
    /// Whether the body waits for consent.
    var asks = false
    /// Bytes on the wire of head and body.
    var wireBytes = 0
    /// How many bytes the connection has sent once what was passed on is sent, over HTTP/2.
    var end = 0
    /// For which end it was seen that the peer's system has all bytes up to it.
    var deliveredEnd = 0
    /// Why the connection took no more, if it did not.
    var failure: ExchangeFault?
    /// Whether the rest is given up, since the server has responded or the connection takes no more.
    var isGivenUp = false

    init(_ framing: RequestWriter.Framing) {
      self.framing = framing
      isBodyEnded = !framing.hasContent
    }

    var hasBody: Bool { framing.hasContent }

    /// The announced length; `nil` if it is sent in chunks.
    var length: Int? {
      switch framing {
      case .none: 0
      case .length(let length): length
      case .chunked: nil
      }
    }
  }
#endif
