// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An absolute http or https URL, validated once.
///
/// The text is normalized to the form that is sent: the scheme in lower case, the host canonical (see ``Origin``), an
/// empty path as `/`, dot segments resolved (RFC 3986 §6.2.2 and §6.2.3). Characters outside ASCII in path, query,
/// fragment and user information are percent-encoded as UTF-8; a host with such letters becomes its A-label. Everything
/// else stays byte for byte. Spaces, control characters and backslashes are errors, since programs disagree about their
/// meaning.
public struct ResourceURL: Sendable, Hashable, RedactedDescription {
  /// The whole URL as sent, with user information and fragment.
  public let string: String
  /// The scheme, host and effective port, which connections and credentials belong to.
  public let origin: Origin
  let layout: URILayout
  /// The path as it may be shown, where a parameter in it is a secret.
  package internal(set) var shownPath: String?
  /// Whether query and fragment are not shown at all.
  var hidesItems = false

  /// Parses and validates a text.
  ///
  /// - Throws: ``Invalid`` with the reason if the text is relative, has another scheme, no host, an invalid port, a
  ///   host that cannot be mapped with certainty, or characters that must be percent-encoded.
  public init(_ string: String) throws(Invalid) {
    self = try Self.checked(string)
  }

  /// Creates a URL from a text whose layout is known.
  init(unchecked string: String, layout: URILayout, origin: Origin) {
    self.string = string
    self.layout = layout
    self.origin = origin
  }

  /// The scheme, `http` or `https`.
  public var scheme: String { origin.scheme }
  /// The canonical host, with brackets around IPv6 and the trailing dot if one was written.
  public var host: String { layout.host.map(text) ?? "" }
  /// The port, if one is written.
  public var port: Int? { layout.portStart >= 0 ? origin.port : nil }
  /// The path, still percent-encoded; at least `/`.
  public var path: String { text(layout.path) }
  /// The query without its `?`, still percent-encoded; empty for a bare `?`, `nil` without one.
  public var query: String? { layout.query.map(text) }
  /// The fragment without its `#`, still percent-encoded; never sent to a server.
  public var fragment: String? { layout.fragment.map(text) }
  /// The user information (`user:password`), still percent-encoded.
  ///
  /// Before a request is sent, credentials are taken from it and it is removed.
  public var userInfo: String? { layout.userInfo.map(text) }
  /// Path and query, as in the request line (RFC 9112 §3.2.1).
  public var requestTarget: String { text(Int(layout.pathStart)..<Int(layout.queryEnd)) }
  /// The URL without its secrets, for logs: see ``redacted(hidingQueryValuesOf:)``.
  public var description: String { redacted() }

  private func text(_ range: Range<Int>) -> String { String(string.utf8Slice(range)) }

  /// Compares the URLs as sent.
  public static func == (lhs: ResourceURL, rhs: ResourceURL) -> Bool { lhs.string.hasSameBytes(as: rhs.string) }

  /// Hashes the URL as sent.
  public func hash(into hasher: inout Hasher) { hasher.combine(string) }

  /// The reason why a text is not a valid URL.
  ///
  /// It says what is wrong and where, and never quotes the text, which may contain secrets.
  public struct Invalid: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong and what to write instead, as a phrase without a period.
    public let reason: String
    /// The position in UTF-8 bytes from the start of the text; `nil` if it is not a single place.
    public let offset: Int?

    init(_ reason: String, at offset: Int? = nil) {
      self.reason = reason
      self.offset = offset
    }

    init(_ invalid: URIReference.Invalid) {
      self.init(invalid.reason.rawValue, at: invalid.offset)
    }

    /// The reason and the position.
    public var description: String {
      offset.map { "invalid URL at byte \($0): \(reason)" } ?? "invalid URL: \(reason)"
    }
  }
}
