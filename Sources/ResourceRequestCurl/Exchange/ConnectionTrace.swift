// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestLoop

  /// Facts about a connection beside the response, which libcurl reports to its debug callback only.
  struct ConnectionTrace {
    /// The error alert of the peer (RFC 8446 §6.2).
    var alert: Int?
    /// Whether the peer sent close_notify (RFC 8446 §6.1).
    var saidClose = false
    /// The last received byte of a body, chunk framing included.
    var lastByte: UInt8?
    /// Which ends are checked after the response.
    var isChunked = false
    var mustSayClose = false
    /// Whether TLS with a proxy is around that with the server: libcurl reports the alerts of both alike.
    var isNested = false

    /// What a new connection negotiated: version and cipher of TLS, and the protocol over it (RFC 7301).
    private(set) var security: String?

    /// Reads a line of libcurl's.
    mutating func take(_ line: some Collection<UInt8>) {
      noteSecurity(line)
      // `TLSv1.3 (IN), TLS alert, certificate required (628):`, with level and kind of the alert as one number.
      let text = String(decoding: line, as: UTF8.self)
      guard text.begins(withBytesOf: "TLSv1"), text.utf8.contains(UInt8(ascii: "(")) else { return }
      let parts = text.utf8.split(separator: UInt8(ascii: "("))
      guard parts.count >= 3, parts[1].starts(with: "IN), TLS alert,".utf8) else { return }
      guard let number = Int(String(decoding: parts[parts.count - 1].prefix { $0 &- 48 < 10 }, as: UTF8.self)) else {
        return
      }
      // Warnings are no cause of a failure.
      switch number & 255 {
      case 0: saidClose = true
      case 90, 100: break
      case let kind: alert = alert ?? kind
      }
    }

    /// `SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384`, in newer versions followed by group and signature, and
    /// `ALPN: server accepted h2` after it.
    private mutating func noteSecurity(_ line: some Collection<UInt8>) {
      let (agreed, accepted) = ("SSL connection using ".utf8, "ALPN: server accepted ".utf8)
      if line.starts(with: agreed) {
        security = String(decoding: line.dropFirst(agreed.count).prefix { $0 >= 0x20 }, as: UTF8.self)
      } else if line.starts(with: accepted), let before = security {
        let name = String(decoding: line.dropFirst(accepted.count).prefix { $0 >= 0x20 }, as: UTF8.self)
        security = "\(before), ALPN \(name)"
      }
    }

    /// Whether an alert is about a certificate.
    static func isAboutCertificate(_ alert: Int) -> Bool { (41...49).contains(alert) || alert == 116 }

    /// Whether an alert refuses the client or the handshake: then the request was not processed.
    static func refusesHandshake(_ alert: Int) -> Bool {
      (40...49).contains(alert) || [51, 70, 71, 86, 109, 110, 112, 113, 115, 116, 120].contains(alert)
    }
  }

  extension EasyHandle {
    /// The debug callback (``trace(_:)``).
    static let debug: curl_debug_callback = { _, kind, bytes, count, owner in
      guard let bytes, count > 0, let exchange = exchange(owner) else { return 0 }
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
    /// Notes an opened socket: its TLS is traced until there is a response.
    ///
    /// Until then the connection is not shared either: libcurl (7.88 at least) keeps one over which not even the first
    /// head could be written, and so never reports why.
    func openedSocket() {
      handle?.forbidReuse(true)
      if request.url.origin.isSecure { handle?.trace(true) }
    }

    /// The socket of its connection, if known.
    var socket: Int32? { connection?.socket ?? openedConnections.last?.socket }

    /// The HTTP version of its connection, if known.
    var knownVersion: Int? {
      (connection ?? openedConnections.last).flatMap { handle?.loop.connections.version(of: $0) }
    }

    func note(version: Int) {
      // Connections with a single possible version need no note.
      guard request.url.origin.isSecure, let used = connection ?? openedConnections.last else { return }
      handle?.loop.connections.note(version: version, of: used)
    }

    /// Notes the negotiated protocol of a new connection (RFC 7301).
    fileprivate func noteVersion(_ line: UnsafeRawBufferPointer) {
      if line.starts(with: "ALPN: server accepted ".utf8) {
        note(version: line.starts(with: "ALPN: server accepted h2".utf8) ? 2 : 1)
      } else if line.starts(with: "ALPN: server did not agree".utf8) {
        note(version: 1)
      }
    }

    /// Traces the end of the body after the final head if libcurl would accept an incomplete end.
    func followEnd(of head: HeadReader, on handle: EasyHandle) {
      let isBare = (head.httpVersion?.major ?? 1) < 2 && head.status.mayHaveContent(after: request.method)
      trace.isChunked = isBare && head.headers["Transfer-Encoding"] != nil
      trace.mustSayClose =
        isBare && !trace.isChunked && request.url.origin.isSecure && CurlLibrary.tellsAlerts
        && head.headers["Content-Length"] == nil && options.sharedConnection?.value.tls?.closeNotify != .optional
      trace.isNested = plan?.proxy?.kind == .https
      handle.trace(trace.isChunked || trace.mustSayClose)
    }

    /// Whether only a half of the last line end of a chunked body arrived: libcurl (7.88 at least) does not wait for
    /// the other half.
    var isLineCut: Bool { trace.isChunked && trace.lastByte == UInt8(ascii: "\r") }

    /// Whether the body may be truncated, since a required close_notify is missing.
    var lacksCloseNotify: Bool { trace.mustSayClose && (!trace.saidClose || trace.isNested) }
  }
#endif
