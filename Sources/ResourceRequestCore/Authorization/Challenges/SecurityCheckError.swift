// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The failure of a security check.
public struct SecurityCheckError: Error, Sendable, Hashable {
  /// The reasons of a failure.
  public enum Reason: String, Sendable, Hashable {
    /// The client has no handler for the check.
    case unhandled
    /// The handler gave no answer.
    case cancelled
    /// The check failed for good.
    case failed
    /// The check challenged more often than the limit.
    case endless
  }

  /// The name of the check.
  public let check: String
  /// The reason.
  public let reason: Reason
  /// The check's own description, if any; never printed, since it may hold anything.
  public let failure: JSON

  init(_ check: String, _ reason: Reason, failure: JSON = .null) {
    self.check = check
    self.reason = reason
    self.failure = failure
  }

  var code: ResourceError.Code {
    switch reason {
    case .unhandled: .challengeUnhandled
    case .cancelled: .challengeCancelled
    case .failed, .endless: .challengeFailed
    }
  }
}

extension SecurityCheckError: RedactedDescription {
  /// The check and the reason.
  public var description: String {
    // The gateway names it.
    let check = TokenReply.clean(check, hiding: [])
    return switch reason {
    case .unhandled: "the security check \"\(check)\" has no handler; add one of that name to the client"
    case .cancelled: "the security check \"\(check)\" was cancelled by its handler"
    case .failed: "the security check \"\(check)\" failed"
    case .endless: "the security check \"\(check)\" challenges without end"
    }
  }
}
