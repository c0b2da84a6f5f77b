// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An absolute http or https URL, checked once, so nothing behind the door checks it again.
///
/// The text is brought to the form in which it goes on the wire: the scheme in lower case, the host canonical (see
/// ``Origin``), an empty path as `/`, dot segments resolved (RFC 3986 §6.2.2 and §6.2.3). Characters outside ASCII in
/// path, query, fragment and user information are percent-encoded as UTF-8, a host with such letters becomes its
/// A-label. All else stays byte for byte. Spaces, control characters and backslashes are errors, since the programs on
/// the way do not agree on what they mean.
public struct ResourceURL: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  /// The whole URL as it goes on the wire, user information and fragment included.
  public let string: String
  /// The scheme, host and effective port: what connections and credentials are keyed by.
  public let origin: Origin
  let layout: URILayout

  /// Checks a text and takes it apart.
  ///
  /// - Throws: ``Invalid`` with the reason when the text is relative, has another scheme, no host, a bad port, a host
  ///   that cannot be mapped for certain, or characters that must be percent-encoded.
  public init(_ string: String) throws(Invalid) {
    self = try Self.checked(string)
  }

  /// For text whose parts are known by construction.
  init(unchecked string: String, layout: URILayout, origin: Origin) {
    self.string = string
    self.layout = layout
    self.origin = origin
  }

  /// The scheme, `http` or `https`.
  public var scheme: String { origin.scheme }
  /// The host as it stands in the URL: canonical, with brackets around IPv6 and the trailing dot if one was written.
  public var host: String { layout.host.map(text) ?? "" }
  /// The port if one is written.
  public var port: Int? { layout.portStart >= 0 ? origin.port : nil }
  /// The port written, or the scheme's own (80, 443).
  public var effectivePort: Int { origin.port }
  /// The path, still percent-encoded; at least `/`.
  public var path: String { text(layout.path) }
  /// The query without its `?`, still percent-encoded; empty for a bare `?`, `nil` without one.
  public var query: String? { layout.query.map(text) }
  /// The fragment without its `#`, still percent-encoded; never sent to a server.
  public var fragment: String? { layout.fragment.map(text) }
  /// The user information (`user:password`), still percent-encoded.
  ///
  /// Credentials are taken from it, and it is removed (``removingUserInfo()``), before a request is sent.
  public var userInfo: String? { layout.userInfo.map(text) }
  /// Path and query, as they stand in the first line of a request (RFC 9112 §3.2.1).
  public var requestTarget: String { text(Int(layout.pathStart)..<Int(layout.queryEnd)) }
  /// The URL without its secrets, fit for logs: see ``redacted(hidingQueryValuesOf:)``.
  public var description: String { redacted() }

  private func text(_ range: Range<Int>) -> String { String(string.utf8Slice(range)) }

  /// The same as ``description``, also where a value that holds the URL is printed.
  public var debugDescription: String { description }
  /// Nothing beside the description.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }

  /// Compares the text on the wire.
  public static func == (lhs: ResourceURL, rhs: ResourceURL) -> Bool { lhs.string.hasSameBytes(as: rhs.string) }

  /// Hashes the text on the wire.
  public func hash(into hasher: inout Hasher) { hasher.combine(string) }

  /// Why a text is no URL that can be requested.
  ///
  /// It says what is wrong and where, and never repeats the text itself, which may hold secrets.
  public struct Invalid: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong and what to write instead, as a sentence without a period.
    public let reason: String
    /// Where it is wrong, counted in UTF-8 bytes from the beginning of the text; `nil` when it is not one place.
    public let offset: Int?

    init(_ reason: String, at offset: Int? = nil) {
      self.reason = reason
      self.offset = offset
    }

    init(_ invalid: URIReference.Invalid) {
      self.init(invalid.reason.rawValue, at: invalid.offset)
    }

    /// The reason and the place.
    public var description: String {
      offset.map { "invalid URL at byte \($0): \(reason)" } ?? "invalid URL: \(reason)"
    }
  }
}
