// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceError {
  /// A stable name for a class of failures.
  ///
  /// Open: later versions, transports and middleware may bring more.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// A code of this name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The name.
    public var description: String { rawValue }

    // MARK: The request cannot be sent as it is

    /// The target is no URL or path.
    public static let invalidURL = Code(rawValue: "invalidURL")
    /// The target is no valid URI template.
    public static let invalidTemplate = Code(rawValue: "invalidTemplate")
    /// A path parameter the target names is missing, or its value cannot stand there.
    public static let invalidPathParameter = Code(rawValue: "invalidPathParameter")
    /// A header field cannot be sent: its name, its value, or that it is the transport's to set.
    public static let invalidHeader = Code(rawValue: "invalidHeader")
    /// The body cannot be encoded, or does not fit its content type.
    public static let invalidBody = Code(rawValue: "invalidBody")
    /// The path leaves the base it belongs to.
    public static let pathEscapesBase = Code(rawValue: "pathEscapesBase")

    // MARK: No way to send it

    /// No service of this name is configured and there is no gateway to ask.
    public static let unknownService = Code(rawValue: "unknownService")
    /// An absolute URL and a backend service at once.
    public static let absoluteURLWithService = Code(rawValue: "absoluteURLWithService")
    /// A relative target, and neither a service nor a gateway it could lie below.
    public static let noGateway = Code(rawValue: "noGateway")
    /// The transport cannot do what the request asks for.
    public static let unsupported = Code(rawValue: "unsupported")
    /// A blocking call on a thread that must not block.
    public static let wouldBlock = Code(rawValue: "wouldBlock")
    /// Middleware, logins and tokens would send one call more often than is of use to anybody.
    public static let tooManySendings = Code(rawValue: "tooManySendings")
    /// Another task reads the stream, which has one reader.
    public static let streamInUse = Code(rawValue: "streamInUse")

    // MARK: No credentials to send it with

    /// A store of credentials cannot be read.
    public static let invalidCredentials = Code(rawValue: "invalidCredentials")

    /// A security check asks, and no handler of its name is there.
    public static let challengeUnhandled = Code(rawValue: "challengeUnhandled")
    /// A handler gave no answer to a challenge.
    public static let challengeCancelled = Code(rawValue: "challengeCancelled")
    /// A request sent by a login's own handler or provider needs that login, and would wait for itself.
    public static let recursiveLogin = Code(rawValue: "recursiveLogin")
    /// A security check has said no.
    public static let challengeFailed = Code(rawValue: "challengeFailed")
    /// No token could be obtained, and asking again will not help: the endpoint refused, or sent what is no token.
    public static let tokenRefused = Code(rawValue: "tokenRefused")
    /// No token could be obtained for now: its endpoint cannot be reached, or is out of order.
    public static let tokenUnavailable = Code(rawValue: "tokenUnavailable")

    // MARK: No connection

    /// The host name has no address.
    public static let nameNotResolved = Code(rawValue: "nameNotResolved")
    /// The connection was refused or the address cannot be reached.
    public static let connectFailed = Code(rawValue: "connectFailed")
    /// No connection within the connect timeout.
    public static let connectTimeout = Code(rawValue: "connectTimeout")
    /// TLS could not be agreed.
    public static let tlsHandshakeFailed = Code(rawValue: "tlsHandshakeFailed")
    /// The server's certificate is not trusted or not for this host.
    public static let certificateRejected = Code(rawValue: "certificateRejected")
    /// The request must not go where it leads, by its ``AddressPolicy``.
    public static let addressRefused = Code(rawValue: "addressRefused")
    /// The proxy could not be reached or refused.
    public static let proxyFailed = Code(rawValue: "proxyFailed")

    // MARK: No answer, or half of one

    /// The peer was silent for longer than the read timeout.
    public static let readTimeout = Code(rawValue: "readTimeout")
    /// The whole call took longer than its total timeout.
    public static let deadlineExceeded = Code(rawValue: "deadlineExceeded")
    /// The connection ended before the answer did.
    public static let connectionClosed = Code(rawValue: "connectionClosed")
    /// The peer broke the protocol.
    public static let protocolViolation = Code(rawValue: "protocolViolation")
    /// The body of the answer is not what its `Content-Encoding` says.
    public static let contentDecodingFailed = Code(rawValue: "contentDecodingFailed")
    /// The body of the answer is larger than the limit.
    public static let bodyTooLarge = Code(rawValue: "bodyTooLarge")
    /// The head of the answer is larger than the limit.
    public static let headTooLarge = Code(rawValue: "headTooLarge")
    /// Memory, sockets or threads ran out on this machine.
    public static let resourcesExhausted = Code(rawValue: "resourcesExhausted")
    /// The transport failed in a way no other code names.
    public static let transportFailure = Code(rawValue: "transportFailure")

    // MARK: Redirects

    /// More redirects than the limit.
    public static let tooManyRedirects = Code(rawValue: "tooManyRedirects")
    /// A redirect that cannot be followed: its location is no `http` or `https` URL.
    public static let invalidRedirect = Code(rawValue: "invalidRedirect")
    /// The request would have to be sent again and its body cannot.
    public static let bodyNotReplayable = Code(rawValue: "bodyNotReplayable")

    /// A file for the answer cannot be written: no room, no permission, or another download is writing it.
    public static let fileFailed = Code(rawValue: "fileFailed")

    /// Only what is stored was to be used, and nothing is stored that would do.
    public static let notCached = Code(rawValue: "notCached")

    // MARK: An answer, but not the one that was asked for

    /// The status is not 2xx.
    public static let unsuccessfulStatus = Code(rawValue: "unsuccessfulStatus")
    /// The body of the answer is not what it was to be decoded as.
    public static let decodingFailed = Code(rawValue: "decodingFailed")
  }
}
