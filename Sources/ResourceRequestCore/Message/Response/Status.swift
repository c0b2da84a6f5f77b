// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The three-digit status code of a response (RFC 9110 §15).
///
/// A status is a result, not an error: the caller decides what `404` means.
public struct Status: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
  /// The number, as received.
  public let code: Int

  /// Creates a status from a number.
  public init(_ code: Int) {
    self.code = code
  }

  /// Creates a status from a number.
  public init(integerLiteral value: Int) {
    self.init(value)
  }

  /// 200.
  public static let ok = Status(200)
  /// 201.
  public static let created = Status(201)
  /// 202.
  public static let accepted = Status(202)
  /// 204.
  public static let noContent = Status(204)
  /// 304.
  public static let notModified = Status(304)
  /// 400.
  public static let badRequest = Status(400)
  /// 401.
  public static let unauthorized = Status(401)
  /// 403.
  public static let forbidden = Status(403)
  /// 404.
  public static let notFound = Status(404)
  /// 409.
  public static let conflict = Status(409)
  /// 412.
  public static let preconditionFailed = Status(412)
  /// 429.
  public static let tooManyRequests = Status(429)
  /// 500.
  public static let internalServerError = Status(500)
  /// 502.
  public static let badGateway = Status(502)
  /// 503.
  public static let serviceUnavailable = Status(503)
  /// 504.
  public static let gatewayTimeout = Status(504)

  /// Whether there can be content in a response to this method: after HEAD and with 204 and 304 there is none, whatever the head
  /// says of it (RFC 9110 §6.4.1).
  package func mayHaveContent(after method: RequestMethod) -> Bool { method != .head && self != 204 && self != 304 }

  /// Whether the status is interim (1xx).
  public var isInformational: Bool { (100..<200).contains(code) }
  /// Whether the request was received, understood and accepted (2xx).
  public var isSuccessful: Bool { (200..<300).contains(code) }
  /// Whether further action is needed to complete the request (3xx).
  public var isRedirection: Bool { (300..<400).contains(code) }
  /// Whether the request is at fault (4xx).
  public var isClientError: Bool { (400..<500).contains(code) }
  /// Whether the server failed (5xx).
  public var isServerError: Bool { (500..<600).contains(code) }

  /// The registered phrase of the code; empty for an unregistered code.
  ///
  /// The reason phrase of the status line is not kept: HTTP/2 has none, and programs must not depend on it.
  public var reasonPhrase: String { Status.phrases[code] ?? "" }

  /// Orders statuses by their number.
  public static func < (one: Status, other: Status) -> Bool { one.code < other.code }

  /// The IANA registry of status codes.
  private static let phrases: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
    200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
    205: "Reset Content", 206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
    409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
    421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency", 425: "Too Early",
    426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
    504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
    507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
  ]
}

extension Status: CustomStringConvertible {
  /// The number and its phrase, such as `404 Not Found`.
  public var description: String { reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)" }
}
