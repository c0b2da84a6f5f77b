// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The delegate of a call, and where it is called.
enum CalledDelegate: Sendable {
  /// Any delegate, on a queue.
  case anywhere(any ResourceRequestDelegate & Sendable, CallbackQueue)
  /// One that is isolated to the main actor.
  case mainActor(MainDelegate)

  /// The queue.
  var queue: CallbackQueue {
    switch self {
    case .anywhere(_, let queue): queue
    case .mainActor: .mainActor
    }
  }

  /// The queue for the end of a call whose own queue has dropped it.
  var queueOfDropped: CallbackQueue {
    switch self {
    case .anywhere: .ofDropped
    case .mainActor: .mainActor
    }
  }

  /// Calls the delegate, in a job of one of these queues.
  func call<Answer: Sendable>(_ body: @Sendable (any ResourceRequestDelegate) -> Answer) -> Answer {
    switch self {
    case .anywhere(let delegate, _): body(delegate)
    case .mainActor(let holder): MainActor.assumeIsolated { body(holder.delegate) }
    }
  }
}

/// Keeps a delegate on the main actor.
@MainActor
final class MainDelegate {
  let delegate: any ResourceRequestDelegate

  init(_ delegate: any ResourceRequestDelegate) {
    self.delegate = delegate
  }
}
