// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Whether an error is a ``ResourceError`` with a code: `catch ResourceError.readTimeout`.
public func ~= (code: ResourceError.Code, error: any Error) -> Bool { (error as? ResourceError)?.code == code }

extension ResourceError {
  /// A stable code for a class of failures.
  ///
  /// The set is open: later versions, transports and middleware may add codes.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let rawValue: String
    /// What failures of this class have in common.
    let traits: Traits

    /// Creates a code with a name.
    public init(rawValue: String) {
      // A failure that was written down by its code, such as in a recording, is read as what it was.
      self = Self.withTraits.first { $0.rawValue == rawValue } ?? Code(rawValue)
    }

    /// Declares a code.
    init(_ name: String, _ traits: Traits = []) {
      rawValue = name
      self.traits = traits
    }

    /// What failures of a class have in common; each code has it where it is declared.
    struct Traits: OptionSet {
      let rawValue: UInt8

      /// Another attempt may succeed.
      static let retryable = Traits(rawValue: 1)
      /// One of the caller's time limits passed.
      static let timeout = Traits(rawValue: 2)
      /// No connection was made.
      static let unconnected = Traits(rawValue: 4)
      /// One of the client's own limits refused to send.
      static let shed = Traits(rawValue: 8)
    }

    /// The name.
    public var description: String { rawValue }

    // MARK: The request cannot be sent as it is

    /// The target is not a URL or a path.
    public static let invalidURL = Code("invalidURL")
    /// The target is not a valid URI template.
    public static let invalidTemplate = Code("invalidTemplate")
    /// A path parameter of the target is missing, or its value is not allowed there.
    public static let invalidPathParameter = Code("invalidPathParameter")
    /// A header field cannot be sent: its name or value is invalid, or only the transport may set it.
    public static let invalidHeader = Code("invalidHeader")
    /// The body cannot be encoded, or does not fit its content type.
    public static let invalidBody = Code("invalidBody")
    /// The path leaves its base URL.
    public static let pathEscapesBase = Code("pathEscapesBase")

    // MARK: No way to send it

    /// No service of this name is configured, and no gateway either.
    public static let unknownService = Code("unknownService")
    /// The request names an absolute URL and a backend service.
    public static let absoluteURLWithService = Code("absoluteURLWithService")
    /// The target is relative, and there is no service or gateway to resolve it against.
    public static let noGateway = Code("noGateway")
    /// The transport does not support what the request needs.
    public static let unsupported = Code("unsupported")
    /// A blocking call was made on a thread that must not block.
    public static let wouldBlock = Code("wouldBlock")
    /// The call reached the limit of attempts that middleware, logins and tokens may make.
    public static let tooManySendings = Code("tooManySendings")
    /// Another task is reading the stream, which has one reader.
    public static let streamInUse = Code("streamInUse")

    // MARK: No credentials to send it with

    /// A store of credentials cannot be read, or a key to sign with cannot be used.
    public static let invalidCredentials = Code("invalidCredentials")

    /// No handler is registered for the security check of a challenge.
    public static let challengeUnhandled = Code("challengeUnhandled")
    /// A handler did not answer a challenge.
    public static let challengeCancelled = Code("challengeCancelled")
    /// A request sent by a login's own handler needs that login, and would wait for itself.
    public static let recursiveLogin = Code("recursiveLogin")
    /// A security check failed.
    public static let challengeFailed = Code("challengeFailed")
    /// No token, permanently: the token endpoint refused, or its response is not a token.
    public static let tokenRefused = Code("tokenRefused")
    /// No token, temporarily: the token endpoint cannot be reached or fails.
    public static let tokenUnavailable = Code("tokenUnavailable", [.retryable])

    // MARK: No connection

    /// The host name has no address.
    public static let nameNotResolved = Code("nameNotResolved", [.retryable, .unconnected])
    /// The connection was refused or the address cannot be reached.
    public static let connectFailed = Code("connectFailed", [.retryable, .unconnected])
    /// The connect timeout passed.
    public static let connectTimeout = Code("connectTimeout", [.retryable, .timeout, .unconnected])
    /// The TLS handshake failed.
    public static let tlsHandshakeFailed = Code("tlsHandshakeFailed", [.unconnected])
    /// The server's certificate is not trusted, or names another host.
    public static let certificateRejected = Code("certificateRejected", [.unconnected])
    /// The ``AddressPolicy`` refuses the destination.
    public static let addressRefused = Code("addressRefused", [.unconnected])
    /// The proxy could not be reached, or refused the request.
    public static let proxyFailed = Code("proxyFailed", [.retryable, .unconnected])

    // MARK: No response, or half of one

    /// The read timeout passed: the peer was silent for longer.
    public static let readTimeout = Code("readTimeout", [.retryable, .timeout])
    /// The total timeout of the call passed.
    public static let deadlineExceeded = Code("deadlineExceeded", [.timeout])
    /// The connection closed before the response was complete.
    public static let connectionClosed = Code("connectionClosed", [.retryable])
    /// The peer violated the protocol.
    public static let protocolViolation = Code("protocolViolation")
    /// The response body does not match its `Content-Encoding`.
    public static let contentDecodingFailed = Code("contentDecodingFailed")
    /// The response body exceeds the limit.
    public static let bodyTooLarge = Code("bodyTooLarge")
    /// The response head exceeds the limit.
    public static let headTooLarge = Code("headTooLarge")
    /// This machine is out of memory, sockets or threads.
    public static let resourcesExhausted = Code("resourcesExhausted", [.retryable])
    /// The transport failed for another reason.
    public static let transportFailure = Code("transportFailure")

    // MARK: Limits of the client

    /// An attempt took longer than its timeout, and no other followed.
    public static let attemptTimeout = Code("attemptTimeout", [.retryable, .timeout])
    /// The circuit breaker is open, since most recent calls failed; the message has the time, unless probes are in flight.
    public static let circuitOpen = Code("circuitOpen", [.retryable, .shed])
    /// The call was not sent: the concurrency limit is reached, or the service rejects most requests (throttling).
    public static let overloaded = Code("overloaded", [.retryable, .shed])
    /// The call was not sent: the rate limit allows no request for now; the message has the time, if it is known.
    public static let rateLimited = Code("rateLimited", [.retryable, .shed])
    /// The attempt was in flight when another one of its call brought the response: never the error of a call.
    public static let outrun = Code("outrun")

    // MARK: Redirects

    /// The redirect limit was exceeded.
    public static let tooManyRedirects = Code("tooManyRedirects")
    /// A redirect points to a location that is not an `http` or `https` URL.
    public static let invalidRedirect = Code("invalidRedirect")
    /// The request must be sent again, and its body cannot be replayed.
    public static let bodyNotReplayable = Code("bodyNotReplayable")

    /// A file cannot be used: a download's target, an upload's record, or the directory of a disk cache.
    public static let fileFailed = Code("fileFailed")

    /// The cache policy allows stored responses only, and none is stored that can be used.
    public static let notCached = Code("notCached")

    // MARK: A response, but not the one that was asked for

    /// The status is not 2xx.
    public static let unsuccessfulStatus = Code("unsuccessfulStatus")
    /// The response body cannot be decoded as the type asked for.
    public static let decodingFailed = Code("decodingFailed")

    /// The codes that have traits.
    private static let withTraits: [Code] = [
      nameNotResolved, connectFailed, connectTimeout, tlsHandshakeFailed, certificateRejected, addressRefused,
      proxyFailed, readTimeout, deadlineExceeded, connectionClosed, resourcesExhausted, tokenUnavailable,
      attemptTimeout, circuitOpen, overloaded, rateLimited,
    ]
  }
}
