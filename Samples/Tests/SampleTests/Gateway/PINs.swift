// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Synchronization

/// Answers the gateway's check with these PINs, in order, then cancels; records the challenges and the outcomes.
final class PINs: SecurityCheckHandler {
  let securityCheck = "PIN"
  private let state: Mutex<(typed: [String], challenges: [JSON], ends: [JSON])>

  init(_ typed: String...) {
    state = Mutex((typed, [], []))
  }

  var challenges: [JSON] { state.withLock(\.challenges) }
  var ends: [JSON] { state.withLock(\.ends) }

  func handle(challenge: JSON) async throws -> SecurityCheckAnswer {
    state.withLock { state in
      state.challenges.append(challenge)
      return state.typed.isEmpty ? .cancel : .answer(["pin": .string(state.typed.removeFirst())])
    }
  }

  func succeeded(_ success: JSON) async { state.withLock { $0.ends.append(success) } }

  func failed(_ failure: JSON) async { state.withLock { $0.ends.append(failure) } }
}
