// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore

  /// What a connection tells of beside a response, and libcurl says only to those who follow what it does.
  struct ConnectionTrace {
    /// The error the peer has ended TLS with (RFC 8446 §6.2).
    var alert: Int?
    /// Whether the peer has said over TLS that no more comes (RFC 8446 §6.1).
    var saidClose = false
    /// The last byte that has come of a body, its chunks' frame included.
    var lastByte: UInt8?
    /// Which ends are looked at once the response has ended.
    var isChunked = false
    var mustSayClose = false

    /// Takes note of a line of libcurl's.
    mutating func take(_ line: some Collection<UInt8>) {
      // `TLSv1.3 (IN), TLS alert, certificate required (628):`, with level and kind of the alert as one number.
      let text = String(decoding: line, as: UTF8.self)
      guard text.begins(withBytesOf: "TLSv1"), text.utf8.contains(UInt8(ascii: "(")) else { return }
      let parts = text.utf8.split(separator: UInt8(ascii: "("))
      guard parts.count >= 3, parts[1].starts(with: "IN), TLS alert,".utf8) else { return }
      guard let number = Int(String(decoding: parts[parts.count - 1].prefix { $0 &- 48 < 10 }, as: UTF8.self)) else {
        return
      }
      // Those that only warn say nothing of what went wrong.
      switch number & 255 {
      case 0: saidClose = true
      case 90, 100: break
      case let kind: alert = alert ?? kind
      }
    }

    /// Whether an alert says what is wrong with a certificate.
    static func isAboutCertificate(_ alert: Int) -> Bool { (41...49).contains(alert) || alert == 116 }

    /// Whether an alert says that who asks, or what the handshake was about, is refused: then the request was not looked at.
    static func refusesHandshake(_ alert: Int) -> Bool {
      (40...49).contains(alert) || [51, 70, 71, 86, 109, 110, 112, 113, 115, 116, 120].contains(alert)
    }
  }

  extension EasyHandle {
    /// What libcurl tells while it is followed (``trace(_:)``).
    static let debug: curl_debug_callback = { _, kind, bytes, count, owner in
      guard let owner, let bytes, count > 0 else { return 0 }
      guard let exchange = Unmanaged<EasyHandle>.fromOpaque(owner).takeUnretainedValue().exchange else { return 0 }
      let told = UnsafeRawBufferPointer(start: bytes, count: count)
      switch kind {
      case CURLINFO_TEXT:
        exchange.trace.take(told)
        exchange.noteVersion(told)
      case CURLINFO_DATA_IN:
        exchange.trace.lastByte = told[count - 1]
      default:
        break
      }
      return 0
    }
  }

  extension Exchange {
    /// A socket was opened for it: what becomes of TLS over it is followed until there is a response.
    ///
    /// Until then the connection is not for others either: libcurl (7.88 at least) keeps one over which not even the head of
    /// its first request could be written, and so never looks at why.
    func opened(_ socket: Int32) {
      handle?.loop.versions[socket] = nil
      handle?.forbidReuse(true)
      if request.url.origin.isSecure { handle?.trace(true) }
    }

    /// The socket of its connection, where that is known.
    var socket: Int32? { connection?.socket ?? openedConnections.last?.socket }

    /// Which version of HTTP its connection is known to speak.
    var knownVersion: Int? { socket.flatMap { handle?.loop.versions[$0] } }

    func note(version: Int) {
      // Of connections that can speak one version only, nothing need be known.
      guard request.url.origin.isSecure, let socket, let loop = handle?.loop, loop.versions[socket] != version else {
        return
      }
      loop.versions[socket] = version
    }

    /// Takes note of what was agreed on for a new connection (RFC 7301).
    fileprivate func noteVersion(_ line: UnsafeRawBufferPointer) {
      let accepted = "ALPN: server accepted ".utf8
      if line.starts(with: accepted) {
        note(
          version: line[accepted.count] == UInt8(ascii: "h") && line.count > accepted.count + 1
            && line[accepted.count + 1] == UInt8(ascii: "2") ? 2 : 1
        )
      } else if line.starts(with: "ALPN: server did not agree".utf8) {
        note(version: 1)
      }
    }

    /// The final head is in: sees to it that the end of the body is followed where libcurl takes more for an end than is one.
    func followEnd(of head: HeadReader, on handle: EasyHandle) {
      let isBare =
        (head.httpVersion?.major ?? 1) < 2 && request.method != .head && head.status != 204 && head.status != 304
      trace.isChunked = isBare && head.headers["Transfer-Encoding"] != nil
      trace.mustSayClose =
        isBare && !trace.isChunked && request.url.origin.isSecure && CurlLibrary.tellsAlerts
        && head.headers["Content-Length"] == nil && options.sharedConnection?.value.tls?.closeNotify != .optional
      handle.trace(trace.isChunked || trace.mustSayClose)
    }

    /// Whether the last line of a body in chunks has half of its end: libcurl (7.88 at least) does not wait for the other.
    var isLineCut: Bool { trace.isChunked && trace.lastByte == UInt8(ascii: "\r") }

    /// Whether the body may have been cut off, since TLS has not said that it ends, where it must.
    var lacksCloseNotify: Bool { trace.mustSayClose && !trace.saidClose }
  }
#endif
