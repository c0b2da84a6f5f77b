// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Why an attempt was made.
///
/// Open: a middleware of yours that sends again names its own.
public struct AttemptReason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// A reason of this name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The name.
  public var description: String { rawValue }

  /// It is the call's first.
  public static let first = AttemptReason(rawValue: "first")
  /// A kept connection ended before any byte of the answer.
  public static let staleConnection = AttemptReason(rawValue: "staleConnection")
  /// The server refused to be asked whether it wants the body (417, RFC 9110 §10.1.1).
  public static let expectation = AttemptReason(rawValue: "expectation")
  /// The server asked for a token, or for another one.
  public static let token = AttemptReason(rawValue: "token")
  /// The server asked for a user name and password.
  public static let login = AttemptReason(rawValue: "login")
  /// The gateway asked for a security check, which was passed.
  public static let challenge = AttemptReason(rawValue: "challenge")
  /// A redirect was followed (RFC 9110 §15.4).
  public static let redirect = AttemptReason(rawValue: "redirect")
  /// The attempt before failed, or its answer says that another may go better.
  public static let retry = AttemptReason(rawValue: "retry")
  /// The attempt before is slow, and this one runs beside it.
  public static let hedge = AttemptReason(rawValue: "hedge")
}
