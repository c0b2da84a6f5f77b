// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Why a security check was not passed.
public struct SecurityCheckError: Error, Sendable, Hashable {
  /// The ways not to pass.
  public enum Reason: String, Sendable, Hashable {
    /// The client has no handler for the check.
    case unhandled
    /// The handler gave no answer.
    case cancelled
    /// The check has said no, and will not ask again.
    case failed
    /// The check asked more often than is sensible.
    case endless
  }

  /// The name of the check.
  public let check: String
  /// Why it was not passed.
  public let reason: Reason
  /// What the check says, where it does; not printed, for it may hold anything.
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

extension SecurityCheckError: CustomStringConvertible {
  /// The check and what became of it.
  public var description: String {
    switch reason {
    case .unhandled: "the security check \"\(check)\" asks, and no handler of that name is there; add one to the client"
    case .cancelled: "the security check \"\(check)\" was cancelled by its handler"
    case .failed: "the security check \"\(check)\" failed"
    case .endless: "the security check \"\(check)\" asks without end"
    }
  }
}
