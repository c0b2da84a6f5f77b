// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// The security check `PIN` for one client: after a number of wrong attempts it blocks for a while.
///
/// Pure: the caller passes the current time.
struct PINCheck: Sendable {
  /// The result of the check.
  enum Outcome: Sendable, Equatable {
    /// The check was passed before.
    case content
    case success(JSON)
    case challenge(JSON)
    case failure(JSON)
  }

  private enum State: Sendable {
    case open(attempts: Int)
    case passed
    case blocked(until: Date)
  }

  static let name = "PIN"

  private let options: SecurityOptions
  private var state: State

  init(_ options: SecurityOptions) {
    self.options = options
    state = .open(attempts: options.attempts)
  }

  var isPassed: Bool { if case .passed = state { true } else { false } }

  /// Checks a PIN, or asks for one if `answer` is `nil`.
  mutating func meet(_ answer: JSON?, at now: Date) -> Outcome {
    if case .blocked(let end) = state, end <= now { state = .open(attempts: options.attempts) }
    switch state {
    case .passed:
      return .content
    case .blocked:
      return .failure(["failure": "account blocked"])
    case .open(let attempts):
      guard let answer else { return challenge(nil, attempts) }
      if answer["pin"].string == options.pin.reveal() {
        state = .passed
        return .success(["user": "ann"])
      }
      guard attempts > 1 else {
        state = .blocked(until: now.addingTimeInterval(options.blockTime))
        return .failure(["failure": "account blocked"])
      }
      state = .open(attempts: attempts - 1)
      return challenge("wrong PIN", attempts - 1)
    }
  }

  /// Resets a passed check, so that it must be passed again.
  mutating func forget() {
    if isPassed { state = .open(attempts: options.attempts) }
  }

  private func challenge(_ error: String?, _ attempts: Int) -> Outcome {
    .challenge(["errorMsg": error.map { .string($0) } ?? .null, "remainingAttempts": JSON(attempts)])
  }
}
