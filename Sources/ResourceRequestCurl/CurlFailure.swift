// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import CCurl
  import ResourceRequestCore
  import ResourceRequestPlatform

  /// Converts libcurl's results to codes and actionable messages.
  enum CurlFailure {
    /// The failure of an exchange for a result.
    static func failure(
      _ result: CURLcode,
      _ exchange: Exchange,
      _ handle: EasyHandle,
      _ metrics: ccurl_metrics
    ) -> TransportFailure {
      let proxy = onlyProxy(exchange, handle)
      let place = proxy.map { "the proxy \($0.url)" } ?? exchange.request.place
      var code = code(of: result, phase: exchange.phase, explanation: handle.explanation)
      if proxy != nil, code == .connectTimeout || code == .connectionClosed { code = .proxyFailed }
      if isSilentSOCKS(code, handle) { code = .proxyFailed }
      if result == CURLE_COULDNT_CONNECT, exchange.state.reusedConnection, let reason = exchange.addressRefusal {
        // No socket was opened: every address was refused.
        let sentence = AddressPolicy.sentence(exchange.request.place, reason, by: handle.appliedProxy)
        return exchange.failure(.addressRefused, sentence)
      }
      if let refusal = proxyFailure(result, exchange, handle, metrics) { return refusal }
      if let refusal = handshakeFailure(result, exchange) { return refusal }
      var failure = exchange.failure(code, sentence(code, place, exchange))
      if result == CURLE_SSL_PINNEDPUBKEYNOTMATCH { failure.message = "\(place) has none of the pinned public keys" }
      let detail = detail(result, handle, metrics)
      if !detail.isEmpty { failure.message += ": " + detail }
      return failure
    }

    /// Whether a SOCKS proxy opened no way in time; after it comes TLS with the server, which libcurl then names.
    private static func isSilentSOCKS(_ code: ResourceError.Code, _ handle: EasyHandle) -> Bool {
      guard code == .connectTimeout, let proxy = handle.appliedProxy, !proxy.speaksHTTP else { return false }
      return !handle.explanation.begins(withBytesOf: "SSL ")
    }

    /// The HTTP proxy of an exchange, as long as nobody behind it was talked to.
    private static func onlyProxy(_ exchange: Exchange, _ handle: EasyHandle) -> Proxy? {
      guard let proxy = handle.appliedProxy, proxy.speaksHTTP, exchange.phase.isBeforeSending else { return nil }
      return ccurl_tunnel_status(handle.curl) == 0 ? proxy : nil
    }

    /// The failure of the proxy, if it is the cause.
    private static func proxyFailure(
      _ result: CURLcode,
      _ exchange: Exchange,
      _ handle: EasyHandle,
      _ metrics: ccurl_metrics
    ) -> TransportFailure? {
      guard let proxy = handle.appliedProxy, exchange.phase.isBeforeSending else { return nil }
      let place = exchange.request.place
      let message: String? =
        switch ccurl_tunnel_status(handle.curl) {
        case 407: "\(proxy.refusal) for a tunnel to \(place): status 407"
        case let status where status >= 300: "the proxy \(proxy.url) refused a tunnel to \(place) with status \(status)"
        case _ where result == CURLE_COULDNT_CONNECT:
          "no connection to the proxy \(proxy.url): \(detail(result, handle, metrics))"
        default: nil
        }
      return message.map { exchange.failure(.proxyFailed, $0) }
    }

    /// The failure of a handshake that the server refused after it was complete on this side.
    ///
    /// In TLS 1.3 the server verifies the client's certificate while the request is already being sent. It sends an
    /// alert and closes the connection. Whether that appears while writing, while reading or as a reset is random, so
    /// the alert counts.
    private static func handshakeFailure(_ result: CURLcode, _ exchange: Exchange) -> TransportFailure? {
      // An alert may be that of a proxy, after which the server has the request.
      guard let alert = exchange.trace.alert, !exchange.state.reusedConnection, exchange.plan?.proxy?.kind != .https
      else {
        return nil
      }
      guard exchange.phase == .sent || exchange.phase == .connecting && result == CURLE_SSL_CONNECT_ERROR else {
        return nil
      }
      // Before TLS 1.3 nothing of the handshake is refused when it is over: the server may have acted on the request.
      if exchange.phase == .sent, exchange.trace.security?.begins(withBytesOf: "TLSv1.3") == false {
        let end = "the connection to \(exchange.request.place) ended before the response did"
        return exchange.failure(.connectionClosed, "\(end): the server has ended TLS with alert \(alert)")
      }
      var failure = exchange.failure(
        .tlsHandshakeFailed,
        "the TLS handshake with \(exchange.request.place) failed: the server has refused with alert \(alert)"
          + (ConnectionTrace.isAboutCertificate(alert) ? ", which is about the client's certificate" : "")
      )
      if ConnectionTrace.refusesHandshake(alert) { failure.mayHaveExecuted = false }
      return failure
    }

    /// The stable code of a result.
    ///
    /// Some of libcurl's results have several causes.
    ///
    /// Its explanation distinguishes them.
    static func code(of result: CURLcode, phase: Attempt.Phase, explanation: String) -> ResourceError.Code {
      switch result {
      // libcurl counts all heads of an exchange together, the interim ones too (7.88 with its security patches).
      case _ where explanation.begins(withBytesOf: "Too large response headers"): .headTooLarge
      // In TLS 1.3 a server refuses the client's certificate only after the handshake, when the request is on its way.
      case CURLE_RECV_ERROR where phase != .receiving && explanation.contains(bytes: " alert "): .tlsHandshakeFailed
      // The connection ended within the handshake, for no reason of TLS.
      case CURLE_SSL_CONNECT_ERROR where brokeOff(explanation): .connectionClosed
      // Malformed chunks would be malformed on another connection, too.
      case CURLE_RECV_ERROR where explanation.lowercasedASCII().contains(bytes: "chunked"): .protocolViolation
      // nghttp2 limits how many PING and SETTINGS it acknowledges to a peer that does not read.
      case CURLE_RECV_ERROR where explanation.contains(bytes: "Flooding was detected"): .protocolViolation
      // A head that begins with a folded line.
      case CURLE_BAD_FUNCTION_ARGUMENT where phase == .sent: .protocolViolation
      // The server reset the stream; with the word, the stream broke the protocol.
      case CURLE_HTTP2_STREAM where !explanation.contains(bytes: "PROTOCOL_ERROR"): .connectionClosed
      // The server closed the connection; libcurl gives no further reason.
      case CURLE_HTTP2 where explanation.isEmpty: .connectionClosed
      // It ended regularly without a final head.
      case CURLE_OK: .connectionClosed
      case CURLE_COULDNT_RESOLVE_HOST: .nameNotResolved
      case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: .connectFailed
      case CURLE_OPERATION_TIMEDOUT: phase.isBeforeSending ? .connectTimeout : .readTimeout
      case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxyFailed
      case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
        CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CERTPROBLEM, CURLE_USE_SSL_FAILED, CURLE_SSL_CLIENTCERT:
        .tlsHandshakeFailed
      case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
        CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS:
        .certificateRejected
      case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_SEND_FAIL_REWIND,
        CURLE_SSL_SHUTDOWN_FAILED:
        .connectionClosed
      case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_HTTP3,
        CURLE_RANGE_ERROR, CURLE_TOO_MANY_REDIRECTS:
        .protocolViolation
      case CURLE_BAD_CONTENT_ENCODING: .contentDecodingFailed
      case CURLE_FILESIZE_EXCEEDED: .bodyTooLarge
      // libcurl has one result for lack of memory and for a head line beyond its limit; here it is the latter.
      case CURLE_OUT_OF_MEMORY, tooLarge: phase == .sent ? .headTooLarge : .resourcesExhausted
      case CURLE_URL_MALFORMAT: .invalidURL
      case CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION, CURLE_FUNCTION_NOT_FOUND: .unsupported
      default: .transportFailure
      }
    }

    /// Whether an explanation of a handshake is about the connection rather than TLS.
    private static func brokeOff(_ explanation: String) -> Bool {
      let words = ["Recv failure: ", "Send failure: ", "getpeername() ", "OpenSSL SSL_connect: "]
      return words.contains { explanation.begins(withBytesOf: $0) } || explanation.contains(bytes: "unexpected eof")
    }

    /// `CURLE_TOO_LARGE`, which older headers do not name.
    private static let tooLarge = CURLcode(100)

    private static func sentence(_ code: ResourceError.Code, _ place: String, _ exchange: Exchange) -> String {
      switch code {
      case .nameNotResolved:
        "the host name \(exchange.plan?.host?.name ?? exchange.request.url.origin.host) has no address; check the name and this machine's resolver"
      case .connectFailed:
        if let socket = exchange.plan?.unixSocket, exchange.request.endpoint == nil {
          "no connection to \(place) by the Unix-domain socket \(socket); check that the server listens there"
        } else {
          "no connection to \(place); check that the server runs and can be reached from here"
        }
      case .connectTimeout: "no connection to \(place) within \(exchange.options.connectTimeout)"
      case .proxyFailed:
        "the proxy \(exchange.plan?.proxy?.url ?? "") on the way to \(exchange.request.place) could not be used"
      case .tlsHandshakeFailed: "the TLS handshake with \(place) failed"
      case .certificateRejected: "the certificate of \(place) is not trusted"
      case .connectionClosed: "the connection to \(place) ended before the response did"
      case .protocolViolation: "\(place) broke the protocol"
      case .contentDecodingFailed: "the response is not encoded as its Content-Encoding says"
      case .headTooLarge: "the response has longer heads than libcurl takes: about 100 KiB a line, 300 KB in all"
      case .bodyTooLarge: "the response body is larger than the limit of \(exchange.options.bodyLimit) bytes"
      case .resourcesExhausted: "this machine ran out of memory or sockets"
      case .invalidURL: "libcurl does not accept the URL"
      case .unsupported: "this libcurl cannot do what the request asks for"
      default: "the exchange with \(place) failed"
      }
    }

    /// The system's message for a failed connection, otherwise libcurl's explanation.
    private static func detail(_ result: CURLcode, _ handle: EasyHandle, _ metrics: ccurl_metrics) -> String {
      if result == CURLE_COULDNT_CONNECT, metrics.os_error != 0 {
        return String(cString: strerror(Int32(metrics.os_error)))
      }
      let explanation = handle.explanation
      return explanation.isEmpty ? String(cString: ccurl_easy_strerror(result)) : explanation
    }
  }
#endif
