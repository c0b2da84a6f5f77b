// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import COpenSSL
  import ResourceRequestCore
  import ResourceRequestPlatform

  /// Why TLS failed: the error code, the message, and whether the server can have seen the request.
  enum TLSFailure: Error, Equatable {
    /// Verification failed, for this reason.
    case untrusted(String)
    /// The server's public key is none of the pinned ones.
    case unpinned
    /// The server sent this error alert (RFC 8446 §6.2).
    case refused(alert: Int, RequestProgress)
    /// No TLS could be agreed, for this reason.
    case disagreed(String)
    /// The connection ended without `close_notify`.
    case ended(RequestProgress)
    /// The server sent what is no TLS, although the handshake was complete.
    case broken(String)
    /// OpenSSL has no memory left.
    case exhausted

    /// What was possible on the connection until the failure.
    enum RequestProgress {
      /// The handshake was not complete, so nothing was sent.
      case handshaking
      /// A request may have been sent; no response byte has arrived.
      case handshaken
      /// Response bytes have arrived.
      case answered
    }

    /// The stable code.
    var code: ResourceError.Code {
      switch self {
      case .untrusted, .unpinned: .certificateRejected
      // In TLS 1.3 a server refuses the client's certificate only after the handshake.
      case .refused(_, .handshaking), .refused(_, .handshaken), .disagreed: .tlsHandshakeFailed
      case .refused(_, .answered), .ended: .connectionClosed
      case .broken: .protocolViolation
      case .exhausted: .resourcesExhausted
      }
    }

    /// Whether it is certain that the server has processed no request of this connection.
    var isBeforeRequest: Bool {
      switch self {
      case .untrusted, .unpinned, .disagreed, .exhausted: true
      case .refused(let alert, let progress):
        progress == .handshaking || progress == .handshaken && TLSFailure.refusesHandshake(alert)
      case .ended(let progress): progress == .handshaking
      case .broken: false
      }
    }

    /// The server's error alert, if that is the cause.
    var alert: Int? {
      guard case .refused(let alert, _) = self else { return nil }
      return alert
    }

    /// What happened, as a sentence without a period, about a server as messages name it.
    func message(_ place: String) -> String {
      switch self {
      case .untrusted(let reason): "the certificate of \(place) is not trusted: \(reason)"
      case .unpinned: "\(place) has none of the pinned public keys"
      case .refused(let alert, .answered):
        "the connection to \(place) ended before the response did: the server has ended TLS with alert \(TLSFailure.named(alert))"
      case .refused(let alert, _):
        "the TLS handshake with \(place) failed: the server has refused with alert \(TLSFailure.named(alert))"
          + (TLSFailure.isAboutCertificate(alert) ? ", which is about the client's certificate" : "")
      case .disagreed(let reason): "the TLS handshake with \(place) failed: \(reason)"
      case .ended(.handshaking):
        "the connection to \(place) ended before the response did: it was closed within the TLS handshake"
      case .ended: "the connection to \(place) ended before the response did: it was closed without TLS's close_notify"
      case .broken(let reason): "\(place) broke the protocol: \(reason)"
      case .exhausted: "this machine ran out of memory or sockets"
      }
    }

    /// The number of an alert and OpenSSL's words for it, if it has any.
    private static func named(_ alert: Int) -> String {
      let words = SSL_alert_desc_string_long(Int32(truncatingIfNeeded: alert)).map { String(cString: $0) } ?? "unknown"
      return words == "unknown" ? "\(alert)" : "\(alert) (\(words))"
    }

    /// Whether an alert is about the client's certificate.
    private static func isAboutCertificate(_ alert: Int) -> Bool { (41...49).contains(alert) || alert == 116 }

    /// Whether an alert refuses the client or the handshake: then no request was processed.
    private static func refusesHandshake(_ alert: Int) -> Bool {
      (40...49).contains(alert) || [51, 70, 71, 86, 109, 110, 112, 113, 115, 116, 120].contains(alert)
    }
  }

  /// The thread's queue of OpenSSL errors, emptied into what the SDK reports.
  struct OpenSSLErrors {
    /// The server's error alert (RFC 8446 §6.2), if one came.
    private(set) var alert: Int?
    /// Whether the certificate was refused by verification.
    private(set) var isVerification = false
    /// Whether a text had no (further) PEM block.
    private(set) var isEndOfPEM = false
    /// Whether what came is no record of TLS.
    private(set) var isOtherProtocol = false
    /// OpenSSL's phrase for the first error.
    private(set) var reason = "no reason is known"

    /// Takes the errors of the call before.
    init() {
      var isFirst = true
      while true {
        let error = ERR_get_error()
        guard error != 0 else { return }
        let (library, number) = (ERR_GET_LIB(error), ERR_GET_REASON(error))
        let text = library == ERR_LIB_SYS ? UnsafePointer(strerror(number)) : ERR_reason_error_string(error)
        if isFirst, let text { reason = String(cString: text) }
        if isFirst { isOtherProtocol = library == ERR_LIB_SSL && number == SSL_R_WRONG_VERSION_NUMBER }
        isFirst = false
        isEndOfPEM = library == ERR_LIB_PEM && number == PEM_R_NO_START_LINE
        guard library == ERR_LIB_SSL else { continue }
        // Alerts of the peer have their number, a byte, after this offset; reasons that all libraries have are far above.
        if (SSL_AD_REASON_OFFSET..<SSL_AD_REASON_OFFSET + 256).contains(number), alert == nil {
          alert = Int(number - SSL_AD_REASON_OFFSET)
        }
        if number == SSL_R_CERTIFICATE_VERIFY_FAILED { isVerification = true }
      }
    }
  }
#endif
