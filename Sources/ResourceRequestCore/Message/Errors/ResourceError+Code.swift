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

    /// Creates a code with a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The name.
    public var description: String { rawValue }

    // MARK: The request cannot be sent as it is

    /// The target is not a URL or a path.
    public static let invalidURL = Code(rawValue: "invalidURL")
    /// The target is not a valid URI template.
    public static let invalidTemplate = Code(rawValue: "invalidTemplate")
    /// A path parameter of the target is missing, or its value is not allowed there.
    public static let invalidPathParameter = Code(rawValue: "invalidPathParameter")
    /// A header field cannot be sent: its name or value is invalid, or only the transport may set it.
    public static let invalidHeader = Code(rawValue: "invalidHeader")
    /// The body cannot be encoded, or does not fit its content type.
    public static let invalidBody = Code(rawValue: "invalidBody")
    /// The path leaves its base URL.
    public static let pathEscapesBase = Code(rawValue: "pathEscapesBase")

    // MARK: No way to send it

    /// No service of this name is configured, and no gateway either.
    public static let unknownService = Code(rawValue: "unknownService")
    /// The request names an absolute URL and a backend service.
    public static let absoluteURLWithService = Code(rawValue: "absoluteURLWithService")
    /// The target is relative, and there is no service or gateway to resolve it against.
    public static let noGateway = Code(rawValue: "noGateway")
    /// The transport does not support what the request needs.
    public static let unsupported = Code(rawValue: "unsupported")
    /// A blocking call was made on a thread that must not block.
    public static let wouldBlock = Code(rawValue: "wouldBlock")
    /// The call reached the limit of attempts that middleware, logins and tokens may make.
    public static let tooManySendings = Code(rawValue: "tooManySendings")
    /// Another task is reading the stream, which has one reader.
    public static let streamInUse = Code(rawValue: "streamInUse")

    // MARK: No credentials to send it with

    /// A store of credentials cannot be read.
    public static let invalidCredentials = Code(rawValue: "invalidCredentials")

    /// No handler is registered for the security check of a challenge.
    public static let challengeUnhandled = Code(rawValue: "challengeUnhandled")
    /// A handler did not answer a challenge.
    public static let challengeCancelled = Code(rawValue: "challengeCancelled")
    /// A request sent by a login's own handler needs that login, and would wait for itself.
    public static let recursiveLogin = Code(rawValue: "recursiveLogin")
    /// A security check failed.
    public static let challengeFailed = Code(rawValue: "challengeFailed")
    /// No token, permanently: the token endpoint refused, or its response is not a token.
    public static let tokenRefused = Code(rawValue: "tokenRefused")
    /// No token, temporarily: the token endpoint cannot be reached or fails.
    public static let tokenUnavailable = Code(rawValue: "tokenUnavailable")

    // MARK: No connection

    /// The host name has no address.
    public static let nameNotResolved = Code(rawValue: "nameNotResolved")
    /// The connection was refused or the address cannot be reached.
    public static let connectFailed = Code(rawValue: "connectFailed")
    /// The connect timeout passed.
    public static let connectTimeout = Code(rawValue: "connectTimeout")
    /// The TLS handshake failed.
    public static let tlsHandshakeFailed = Code(rawValue: "tlsHandshakeFailed")
    /// The server's certificate is not trusted, or names another host.
    public static let certificateRejected = Code(rawValue: "certificateRejected")
    /// The ``AddressPolicy`` refuses the destination.
    public static let addressRefused = Code(rawValue: "addressRefused")
    /// The proxy could not be reached, or refused the request.
    public static let proxyFailed = Code(rawValue: "proxyFailed")

    // MARK: No response, or half of one

    /// The read timeout passed: the peer was silent for longer.
    public static let readTimeout = Code(rawValue: "readTimeout")
    /// The total timeout of the call passed.
    public static let deadlineExceeded = Code(rawValue: "deadlineExceeded")
    /// The connection closed before the response was complete.
    public static let connectionClosed = Code(rawValue: "connectionClosed")
    /// The peer violated the protocol.
    public static let protocolViolation = Code(rawValue: "protocolViolation")
    /// The response body does not match its `Content-Encoding`.
    public static let contentDecodingFailed = Code(rawValue: "contentDecodingFailed")
    /// The response body exceeds the limit.
    public static let bodyTooLarge = Code(rawValue: "bodyTooLarge")
    /// The response head exceeds the limit.
    public static let headTooLarge = Code(rawValue: "headTooLarge")
    /// This machine is out of memory, sockets or threads.
    public static let resourcesExhausted = Code(rawValue: "resourcesExhausted")
    /// The transport failed for another reason.
    public static let transportFailure = Code(rawValue: "transportFailure")

    // MARK: Redirects

    /// The redirect limit was exceeded.
    public static let tooManyRedirects = Code(rawValue: "tooManyRedirects")
    /// A redirect points to a location that is not an `http` or `https` URL.
    public static let invalidRedirect = Code(rawValue: "invalidRedirect")
    /// The request must be sent again, and its body cannot be replayed.
    public static let bodyNotReplayable = Code(rawValue: "bodyNotReplayable")

    /// The file for the response cannot be written: no space, no permission, or another download is writing it.
    public static let fileFailed = Code(rawValue: "fileFailed")

    /// The cache policy allows stored responses only, and none is stored that can be used.
    public static let notCached = Code(rawValue: "notCached")

    // MARK: A response, but not the one that was asked for

    /// The status is not 2xx.
    public static let unsuccessfulStatus = Code(rawValue: "unsuccessfulStatus")
    /// The response body cannot be decoded as the type asked for.
    public static let decodingFailed = Code(rawValue: "decodingFailed")
  }
}
