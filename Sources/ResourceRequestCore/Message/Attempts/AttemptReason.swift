// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Why an attempt was made.
///
/// Open: a middleware of yours that sends again names its own. The name is written in the source, so a reason costs
/// nothing to hand on.
public struct AttemptReason: Sendable, Hashable, CustomStringConvertible {
  private let text: StaticString

  /// A reason of this name.
  public init(_ name: StaticString) {
    text = name
  }

  /// The name.
  public var name: String { "\(text)" }

  /// The name.
  public var description: String { name }

  /// Whether the names are the same.
  public static func == (one: AttemptReason, other: AttemptReason) -> Bool {
    guard one.text.utf8CodeUnitCount == other.text.utf8CodeUnitCount else { return false }
    return one.text.withUTF8Buffer { bytes in other.text.withUTF8Buffer { bytes.elementsEqual($0) } }
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// A server said that a stored response has not changed, and named none that is stored.
  public static let cache = AttemptReason("cache")
  /// It is the call's first.
  public static let first = AttemptReason("first")
  /// A kept connection ended before any byte of the answer.
  public static let staleConnection = AttemptReason("staleConnection")
  /// The server refused to be asked whether it wants the body (417, RFC 9110 §10.1.1).
  public static let expectation = AttemptReason("expectation")
  /// The server asked for a token, or for another one.
  public static let token = AttemptReason("token")
  /// The server asked for a user name and password.
  public static let login = AttemptReason("login")
  /// The gateway asked for a security check, which was passed.
  public static let challenge = AttemptReason("challenge")
  /// A redirect was followed (RFC 9110 §15.4).
  public static let redirect = AttemptReason("redirect")
  /// The attempt before failed, or its answer says that another may go better.
  public static let retry = AttemptReason("retry")
  /// The attempt before is slow, and this one runs beside it.
  public static let hedge = AttemptReason("hedge")
}
