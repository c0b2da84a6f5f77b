// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The HTTP method of a request (RFC 9110 §9).
///
/// An enum, so a `switch` over methods is readable and checked; any other method is a validated token.
public enum RequestMethod: Sendable, Hashable {
  /// `GET` (RFC 9110 §9.3.1).
  case get
  /// `HEAD` (RFC 9110 §9.3.2).
  case head
  /// `POST` (RFC 9110 §9.3.3).
  case post
  /// `PUT` (RFC 9110 §9.3.4).
  case put
  /// `PATCH` (RFC 5789 §2).
  case patch
  /// `DELETE` (RFC 9110 §9.3.5).
  case delete
  /// `OPTIONS` (RFC 9110 §9.3.7).
  case options
  /// `TRACE` (RFC 9110 §9.3.8).
  case trace
  /// A method outside this list, such as `PROPFIND`.
  case custom(Token)

  /// Creates a method from a name; `nil` if the name is not a token (RFC 9110 §5.6.2).
  ///
  /// Names are case-sensitive, as on the wire: `get` is a custom method, `GET` is ``get``.
  public init?(_ name: some StringProtocol) {
    if let standard = RequestMethod.standard.first(where: { $0.name.hasSameBytes(as: name) }) {
      self = standard
    } else if let token = Token(name) {
      self = .custom(token)
    } else {
      return nil
    }
  }

  /// The name on the wire.
  public var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .trace: "TRACE"
    case .custom(let token): token.name
    }
  }

  /// Whether the method is defined as read-only (RFC 9110 §9.2.1).
  public var isSafe: Bool {
    switch self {
    case .get, .head, .options, .trace: true
    case .post, .put, .patch, .delete, .custom: false
    }
  }

  /// Whether sending the request twice has the effect of sending it once (RFC 9110 §9.2.2).
  ///
  /// A custom method counts as not idempotent.
  public var isIdempotent: Bool {
    switch self {
    case .get, .head, .options, .trace, .put, .delete: true
    case .post, .patch, .custom: false
    }
  }

  /// Whether a request without a body sends `Content-Length: 0` (RFC 9110 §8.6).
  package var announcesContent: Bool {
    switch self {
    case .post, .put, .patch: true
    case .get, .head, .delete, .options, .trace, .custom: false
    }
  }

  private static let standard: [RequestMethod] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]

  /// The validated name of a method outside the standard ones.
  public struct Token: Sendable, Hashable {
    /// The name on the wire.
    public let name: String

    /// Creates a token; `nil` if the name is empty, has other than token characters (RFC 9110 §5.6.2), or is a standard
    /// method, which has its own case.
    public init?(_ name: some StringProtocol) {
      guard !name.isEmpty, name.utf8.allSatisfy(FieldCharacters.isToken) else { return nil }
      let name = String(name)
      guard !RequestMethod.standard.contains(where: { $0.name.hasSameBytes(as: name) }) else { return nil }
      self.name = name
    }
  }
}

extension RequestMethod: CustomStringConvertible {
  /// The name on the wire.
  public var description: String { name }
}
