// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// How much of a request's body has gone out, which decides about what becomes of its connection.
  ///
  /// A server may answer before it has the body, and with `Expect: 100-continue` libcurl (7.88 at least) then counts the
  /// exchange as over, and the connection as free. But the head has announced the body, and a server may still read it
  /// (RFC 9110 §10.1.1): of the next request, then. So a connection on which a body is owed is never used again.
  extension Exchange {
    /// Takes note of bytes of the body that libcurl was handed; none of them are its end.
    func handedOver(_ count: Int) {
      bodySent += count
      // With HTTP/1 a chunk stands between its length and a line end (RFC 9112 §7.1).
      bodyFramed += count > 0 ? String(count, radix: 16).utf8.count + 4 + count : 0
    }

    /// Takes note that libcurl was handed the end of a body.
    func handedOverEnd() {
      guard !isBodyEnded else { return }
      isBodyEnded = true
      // The last chunk, the trailers, the last line end.
      bodyFramed += 5
      for field in submission.upload?.trailers.withLock(\.self) ?? Headers() {
        bodyFramed += field.name.utf8.count + field.value.utf8.count + 4
      }
    }

    /// Whether all that the head of an HTTP/1 request has announced is in the hands of the system.
    private var isBodySent: Bool {
      guard let body = request.body, let handle else { return true }
      let sent = Int(clamping: ccurl_sent(handle.curl))
      if let length = body.length { return sent >= length }
      return isBodyEnded && sent >= bodyFramed
    }

    /// Says that the connection must not be used again while a part of the body is owed on it.
    ///
    /// Asked from the final head on, each time libcurl calls, since any of the calls may be its last.
    func keepConnectionIfSent() {
      guard owesBody, let handle else { return }
      // A stream of HTTP/2 is ended by itself.
      owesBody = (head?.httpVersion?.major ?? 1) < 2 && !isBodySent
      handle.forbidReuse(owesBody)
    }
  }
#endif
