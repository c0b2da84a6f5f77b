// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore
  import ResourceRequestLoop

  /// Converts faults to failures with actionable messages.
  extension Exchange {
    /// Ends the transfer with a fault, unless it has one, and keeps a detail for the message.
    func found(_ fault: ExchangeFault, _ detail: String = "") {
      if state.fault == nil { faultDetail = detail }
      _ = state.take(.found(fault))
    }

    /// The error of the state's fault.
    var faultError: any Error {
      guard let fault = state.fault else { return failure(.transportFailure, "the exchange failed") }
      switch fault {
      case .cancelled:
        context.cancelled?.note(state.faultReached)
        return CancellationError()
      case .offerFailed where uploadFailure != nil: return uploadFailure ?? failure(fault)
      case .asksTooOften:
        let reason = NameAnswer.Failure(isExhausted: false, reason: "libcurl asks for another name")
        return lookupFailure(request.url.origin.host, reason)
      default: return failure(fault)
      }
    }

    private func failure(_ fault: ExchangeFault) -> TransportFailure {
      var failure = TransportFailure(
        code: fault.code,
        message: sentence(fault),
        phase: state.faultReached,
        mayHaveExecuted: fault == .proxyAsks ? false : nil,
        onReusedConnection: state.faultIsOfReused
      )
      if fault == .proxyAsks { failure.proxyChallenges = head?.headers.values(for: "Proxy-Authenticate") ?? [] }
      return failure
    }

    private func sentence(_ fault: ExchangeFault) -> String {
      switch fault {
      case .noSocket: "the system gave no socket: \(faultDetail)"
      case .addressRefused, .headAmbiguous, .codingBroken: faultDetail
      case .spokeUnasked: "the server sent data before any request"
      case .secondSending: "the server closed the connection before it responded"
      case .offersTooMuch: "the body has more than the \(state.outgoing.length ?? 0) bytes it was said to have"
      case .offersTooLittle:
        "the body ended after \(state.outgoing.handedOver) of the \(state.outgoing.length ?? 0) bytes it was said to have"
      case .foreignVersion: "the server responds in HTTP/2 over a connection of another version"
      case .headTooLarge: "the response head is larger than the limit of \(options.headLimit) bytes"
      case .headMalformed: "the response head has a line that is not a header field"
      case .proxyAsks: handle?.appliedProxy?.refusal ?? "the proxy on the way requires credentials"
      case .switchesProtocols: "the server switches to a protocol that nobody asked for"
      case .announcedTooLarge(let length):
        "the response announces \(length) bytes, more than the limit of \(options.bodyLimit)"
      case .bodyTooLarge: "the response body is larger than the limit of \(options.bodyLimit) bytes"
      case .noMemory: "not enough memory for the response body"
      case .foreignCoding:
        "the response has a content coding that is not known here; name it in Accept-Encoding to get the body as it came"
      case .bodyTooShort(let count, let length), .bodyTooLong(let count, let length):
        "the body ended after \(count) bytes, and the response announced \(length)"
      case .lineCut: "the connection ended within the last line of the body"
      case .noCloseNotify:
        "the connection ended without TLS's close_notify, so the body may have been cut off; "
          + "`closeNotify` under `tls` says whether that is accepted"
      case .flooded:
        "the server kept sending data outside of any response, so the client closed the connection"
      case .cutHere: "the connection was closed here before the response had ended"
      case .deadlinePassed: "the call's deadline passed \(state.faultReached.inWords)"
      case .stayedSilent: "the server was silent for \(options.readTimeout)"
      case .outOfTurn, .asksTooOften, .offerFailed, .cancelled:
        "libcurl called out of turn; this is a defect, report it"
      }
    }
  }

  extension ExchangeFault {
    /// The stable code of a fault.
    fileprivate var code: ResourceError.Code {
      switch self {
      case .asksTooOften: .nameNotResolved
      case .noSocket, .noMemory: .resourcesExhausted
      case .addressRefused: .addressRefused
      case .spokeUnasked, .secondSending, .bodyTooShort, .lineCut, .noCloseNotify, .cutHere: .connectionClosed
      case .offersTooMuch, .offersTooLittle, .offerFailed: .invalidBody
      case .foreignVersion, .headMalformed, .headAmbiguous, .switchesProtocols, .bodyTooLong, .flooded:
        .protocolViolation
      case .headTooLarge: .headTooLarge
      case .proxyAsks: .proxyFailed
      case .announcedTooLarge, .bodyTooLarge: .bodyTooLarge
      case .foreignCoding, .codingBroken: .contentDecodingFailed
      case .deadlinePassed: .deadlineExceeded
      case .stayedSilent: .readTimeout
      case .cancelled, .outOfTurn: .transportFailure
      }
    }
  }
#endif
