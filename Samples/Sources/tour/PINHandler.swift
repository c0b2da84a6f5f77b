// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Synchronization

/// Answers the gateway's PIN check with prepared PINs, as a dialog would with typed ones.
final class PINHandler: SecurityCheckHandler {
  let securityCheck = "PIN"
  /// The PINs to enter, in order; after them, wrong guesses.
  private let typed: Mutex<[String]>

  init(_ typed: [String]) {
    self.typed = Mutex(typed)
  }

  func handle(challenge: JSON) async throws -> SecurityCheckAnswer {
    let message = challenge["errorMsg"].string.map { "\($0); " } ?? ""
    let pin = typed.withLock { $0.isEmpty ? "9999" : $0.removeFirst() }
    let attempts = challenge["remainingAttempts"].int ?? 0
    print("   ? PIN (\(message)\(attempts) \(attempts == 1 ? "attempt" : "attempts") left): \(pin)")
    return .answer(["pin": .string(pin)])
  }

  func succeeded(_ success: JSON) async {
    print("   ! welcome, \(success["user"].string ?? "whoever you are")")
  }

  func failed(_ failure: JSON) async {
    print("   ! \(failure["failure"].string ?? "no")")
  }
}
