// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Whether a server is asked, before a body is sent, if it wants it: `Expect: 100-continue` (RFC 9110 §10.1.1).
///
/// It is worth a round trip where a large body would be refused: too large, or not from you. A server that answers
/// before the body has begun, with 413 or 401 for example, ends the upload; one that says nothing gets the body after
/// the wait.
public struct ExpectContinue: Sendable, Hashable {
  /// The default wait for a `100 Continue`: 1 s.
  public static let standardWait = Timeout.seconds(1)

  /// The smallest length that asks; `nil` for none.
  let threshold: Int?
  /// How long to wait for a `100 Continue` before the body is sent anyway.
  let wait: Timeout

  /// Bodies are sent without asking.
  public static let never = ExpectContinue(threshold: nil, wait: standardWait)

  /// Every body that is not empty asks.
  ///
  /// - Parameter wait: how long to wait for a `100 Continue` before the body is sent anyway.
  /// - Returns: the rule.
  public static func always(wait: Timeout = standardWait) -> ExpectContinue {
    ExpectContinue(threshold: 0, wait: wait)
  }

  /// Bodies of more bytes than these ask, and those whose length is not known.
  ///
  /// - Parameters:
  ///   - bytes: the length of the largest body that does not.
  ///   - wait: how long to wait for a `100 Continue` before the body is sent anyway.
  /// - Returns: the rule.
  public static func above(_ bytes: Int, wait: Timeout = standardWait) -> ExpectContinue {
    ExpectContinue(threshold: max(0, bytes), wait: wait)
  }

  /// How long to wait with a body of this length; `nil` for sending it without asking.
  func wait(forLength length: Int?) -> Timeout? {
    guard let threshold, (length ?? .max) > threshold else { return nil }
    return wait
  }
}
