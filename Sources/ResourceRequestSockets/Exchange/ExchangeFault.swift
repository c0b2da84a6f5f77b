// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop

  /// Why an exchange fails.
  enum ExchangeFault: Error {
    // Before the request
    case noSocket(String)
    case addressRefused(String)
    case nameNotFound(String, reason: String)
    case lookupExhausted(String, reason: String)
    case lookupTimeout(String)
    case connectFailed(String)
    case connectTimeout
    /// The server took the connection, and TLS was not agreed on in time.
    case handshakeTimeout
    case tls(ResourceError.Code, String, certainlyUnread: Bool)

    // The request's body
    case offersTooMuch
    case offersTooLittle
    case offerFailed(any Error)

    // The response
    case wire(ResponseParser.Fault)
    case announcedTooLarge(Int)
    case bodyTooLarge
    case noMemory
    case foreignCoding
    case codingBroken(String)
    case noCloseNotify

    // At any time
    /// The server has certainly not processed the request.
    case notExecuted(String)
    /// The server has not processed the request, and wants it over HTTP/1.1, in which later connections are.
    case wantsHTTP1
    /// The response breaks the protocol.
    case violation(String)
    /// The connection ended, for this reason of the system's, if it gave one.
    case connectionEnded(String?)
    /// The server has reset the stream with this code, so it had the request.
    case streamReset(UInt32)
    case cancelled
    case deadlinePassed
    case stayedSilent
    case unsupported(String)
  }

  extension ExchangeFault {
    /// Whether this machine, or the process's limit, had no descriptor for it.
    var isScarcity: Bool {
      switch self {
      case .noSocket, .lookupExhausted: true
      default: false
      }
    }

    /// The stable code.
    var code: ResourceError.Code {
      switch self {
      case .noSocket, .lookupExhausted, .noMemory: .resourcesExhausted
      case .addressRefused: .addressRefused
      case .nameNotFound: .nameNotResolved
      case .connectFailed: .connectFailed
      case .lookupTimeout, .connectTimeout, .handshakeTimeout: .connectTimeout
      case .tls(let code, _, _): code
      case .offersTooMuch, .offersTooLittle, .offerFailed: .invalidBody
      case .wire(let fault): fault.code
      case .announcedTooLarge, .bodyTooLarge: .bodyTooLarge
      case .foreignCoding, .codingBroken: .contentDecodingFailed
      case .noCloseNotify, .connectionEnded, .streamReset, .notExecuted, .wantsHTTP1: .connectionClosed
      case .violation: .protocolViolation
      case .cancelled: .transportFailure
      case .deadlinePassed: .deadlineExceeded
      case .stayedSilent: .readTimeout
      case .unsupported: .unsupported
      }
    }

    /// The error of an exchange.
    func error(of exchange: Exchange) -> any Error {
      switch self {
      case .cancelled:
        exchange.context.cancelled?.note(exchange.phase)
        return CancellationError()
      case .offerFailed(let error): return TransportFailure(ofBody: error, phase: exchange.phase)
      default: break
      }
      var failure = TransportFailure(
        code: code,
        message: sentence(exchange),
        phase: exchange.phase,
        onReusedConnection: exchange.reusesConnection && exchange.incoming.wireBytes == 0 && code == .connectionClosed
          && exchange.phase != .receiving
      )
      // The server ended the exchange, and not the connection.
      failure.leavesConnection = exchange.connection?.link?.isClosing == false
      switch self {
      case .streamReset: failure.onReusedConnection = false
      case .tls(_, _, certainlyUnread: true), .notExecuted: failure.mayHaveExecuted = false
      case .wantsHTTP1:
        // Sent again at the same place, over whatever connection is free there.
        (failure.mayHaveExecuted, failure.onReusedConnection, failure.leavesConnection) = (false, true, true)
      default: break
      }
      failure.onSharedNewConnection =
        failure.onReusedConnection && !failure.leavesConnection && exchange.options.wantsNewConnection
        && exchange.options.mayShareNewConnection
      return failure
    }

    private func sentence(_ exchange: Exchange) -> String {
      let place = exchange.request.place
      let options = exchange.options
      switch self {
      case .noSocket(let reason): return "the system gave no socket: \(reason)"
      case .addressRefused(let sentence), .unsupported(let sentence), .codingBroken(let sentence): return sentence
      case .nameNotFound(let name, let reason):
        let whose = exchange.request.endpoint.map { " of the endpoint \($0)" } ?? ""
        return "the host name \(name)\(whose) has no address; check the name and this machine's resolver: \(reason)"
      case .lookupExhausted(let name, let reason): return "this machine could not look up \(name): \(reason)"
      case .lookupTimeout(let name):
        return "no connection to \(place) within \(options.connectTimeout): the lookup of \(name) had not ended"
      case .connectFailed(let reason):
        return "no connection to \(place); check that the server runs and can be reached from here: \(reason)"
      case .connectTimeout: return "no connection to \(place) within \(options.connectTimeout)"
      case .handshakeTimeout:
        return
          "no connection to \(place) within \(options.connectTimeout): the TLS handshake did not finish"
      case .tls(_, let sentence, _): return sentence
      case .offersTooMuch:
        return "the body has more than the \(exchange.outgoing.length ?? 0) bytes it was said to have"
      case .offersTooLittle:
        return "the body ended after \(exchange.outgoing.passed) of the \(exchange.outgoing.length ?? 0) bytes it was "
          + "said to have"
      case .offerFailed: return "the body could not be produced"
      case .wire(let fault): return fault.sentence(exchange)
      case .announcedTooLarge(let length):
        return "the response announces \(length) bytes, more than the limit of \(options.bodyLimit)"
      case .bodyTooLarge: return "the response body is larger than the limit of \(options.bodyLimit) bytes"
      case .noMemory: return "not enough memory for the response body"
      case .foreignCoding: return "the response has a coding that was not asked for"
      case .noCloseNotify:
        return "the connection ended without TLS's close_notify, so the body may have been cut off; "
          + "`closeNotify` under `tls` says whether that is accepted"
      case .connectionEnded(let reason):
        return "the connection to \(place) ended before the response did" + (reason.map { ": \($0)" } ?? "")
      case .streamReset(let code):
        let remedy = code == 13 ? ", since it requires HTTP/1.1; set `httpVersion` to \"1.1\"" : ""
        return "the connection to \(place) ended before the response did: the server has reset the stream with code "
          + "\(code)\(remedy)"
      case .notExecuted(let reason):
        return "the request was not processed by \(place): \(reason)"
      case .wantsHTTP1: return "the request was not processed by \(place): the server requires HTTP/1.1 for it"
      case .violation(let sentence): return sentence
      case .cancelled: return "the exchange was cancelled"
      case .deadlinePassed: return "the call's deadline passed \(exchange.phase.inWords)"
      case .stayedSilent: return "the server was silent for \(options.readTimeout)"
      }
    }
  }

  extension ResponseParser.Fault {
    fileprivate var code: ResourceError.Code {
      switch self {
      case .headTooLarge: .headTooLarge
      case .endedInHead, .endedInBody, .tooShort: .connectionClosed
      default: .protocolViolation
      }
    }

    fileprivate func sentence(_ exchange: Exchange) -> String {
      let place = exchange.request.place
      let part = exchange.phase == .receiving ? "the trailer section" : "the response head"
      switch self {
      case .foreign: return "\(place) broke the protocol: the response does not begin as one of HTTP/1.1"
      case .headTooLarge: return "\(part) is larger than the limit of \(exchange.options.headLimit) bytes"
      case .reasonMalformed: return "the status line of the response has a control character in its reason phrase"
      case .headMalformed: return "\(part) has a line that is not a header field"
      case .ambiguous(let reason): return reason
      case .switchesProtocols: return "the server switches to a protocol that nobody asked for"
      case .chunkMalformed: return "\(place) broke the protocol: the body has a malformed chunk"
      case .chunkExtensionsTooLarge:
        return "\(place) broke the protocol: the chunks of the body have too large extensions"
      case .endedInHead, .endedInBody: return "the connection to \(place) ended before the response did"
      case .tooShort(let count, let length):
        return "the body ended after \(count) bytes, and the response announced \(length)"
      }
    }
  }
#endif
