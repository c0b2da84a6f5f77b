// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The reason for an attempt.
///
/// The set is open: a middleware that sends again names its own reason. A reason is a static string, so passing it on
/// costs nothing.
public struct AttemptReason: Sendable, Hashable, CustomStringConvertible {
  private let text: StaticString

  /// Creates a reason with a name.
  public init(_ name: StaticString) {
    text = name
  }

  /// The name.
  package var name: String { "\(text)" }

  /// The name.
  public var description: String { name }

  /// Whether the names are the same.
  public static func == (one: AttemptReason, other: AttemptReason) -> Bool {
    guard one.text.utf8CodeUnitCount == other.text.utf8CodeUnitCount else { return false }
    return one.text.withUTF8Buffer { bytes in other.text.withUTF8Buffer { bytes.elementsEqual($0) } }
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// A 304 confirmed no stored response, so the request was sent again without conditions.
  public static let cache = AttemptReason("cache")
  /// The first attempt of the call.
  public static let first = AttemptReason("first")
  /// A reused connection closed before the first byte of the response.
  public static let staleConnection = AttemptReason("staleConnection")
  /// The server rejected `Expect: 100-continue` (417, RFC 9110 §10.1.1).
  public static let expectation = AttemptReason("expectation")
  /// The server requires a token, or another one.
  public static let token = AttemptReason("token")
  /// The server requires a user name and password.
  public static let login = AttemptReason("login")
  /// The gateway required a security check, which succeeded.
  public static let challenge = AttemptReason("challenge")
  /// A redirect was followed (RFC 9110 §15.4).
  public static let redirect = AttemptReason("redirect")
  /// The previous attempt failed, or its status allows a retry.
  public static let retry = AttemptReason("retry")
  /// The previous attempt is slow, and this one runs in parallel (hedging).
  public static let hedge = AttemptReason("hedge")
}

/// What may add attempts or time to those of a request's policies.
package enum AttemptExtra: String, Sendable, CaseIterable {
  case failedConnection = "a failed connection"
  case staleConnections = "stale connections"
  case redirects
  case tokens
  case logins
  case expectation = "a refused Expect"
  case cache = "the cache"
  case middleware = "own middleware"
  case retryAfter = "Retry-After"
  case rate = "the rate"
  case queue = "the queue"

  /// Whether it only makes the call wait, so that a limit of time covers it.
  package var isWait: Bool { self == .retryAfter || self == .rate || self == .queue }
}
