// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Whether to ask the server before sending a body: `Expect: 100-continue` (RFC 9110 §10.1.1).
///
/// It is worth a round trip if a large body may be refused as too large or unauthorized. If the server responds before
/// the body is sent, such as with 413 or 401, the upload ends; if it does not respond, the body is sent after the wait.
public struct ExpectContinue: Sendable, Hashable {
  /// The default wait for a `100 Continue`: 1 s.
  @usableFromInline package static let standardWait = Timeout.seconds(1)

  /// The largest body length that is sent without the expectation; `nil` to send none.
  let threshold: Int?
  /// How long to wait for a `100 Continue` before the body is sent anyway.
  let wait: Timeout

  /// Never asks.
  public static let never = ExpectContinue(threshold: nil, wait: standardWait)

  /// Asks for every body that is not empty.
  ///
  /// - Parameter wait: how long to wait for a `100 Continue` before the body is sent anyway.
  /// - Returns: the rule.
  public static func always(wait: Timeout = standardWait) -> ExpectContinue {
    ExpectContinue(threshold: 0, wait: wait)
  }

  /// Asks for bodies above a size, and for bodies of unknown length.
  ///
  /// - Parameters:
  ///   - bytes: the largest size that is sent without asking.
  ///   - wait: how long to wait for a `100 Continue` before the body is sent anyway.
  /// - Returns: the rule.
  public static func above(_ bytes: Int, wait: Timeout = standardWait) -> ExpectContinue {
    ExpectContinue(threshold: max(0, bytes), wait: wait)
  }

  /// The wait for a body of this length; `nil` sends it without the expectation.
  func wait(forLength length: Int?) -> Timeout? {
    guard let threshold, (length ?? .max) > threshold else { return nil }
    return wait
  }
}
