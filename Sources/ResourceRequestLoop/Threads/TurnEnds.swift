// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides how the turns of the loop end.
package struct TurnEnds {
  package enum End {
    /// The next turn begins at once, with the mail that has arrived; the kernel is not asked in between.
    case mail
    /// The sockets are looked at, without waiting.
    case look
    /// The loop waits for a socket, a timer or mail.
    case sleep
  }

  /// Who left mail for the loop since it last took it.
  package enum Mail {
    case none
    /// By other threads alone.
    case ofOthers
    /// Tasks that run on the loop are to go on.
    case ofOwnTasks
  }

  private var endedWithMail = false

  package init() {}

  /// How this turn ends.
  ///
  /// Not twice in a row with mail, so that the sockets get their turn however much mail arrives. Mail of other threads
  /// is taken at once only if nothing is in flight: otherwise more of it arrives meanwhile, and taking it one by one
  /// wakes threads one by one.
  package mutating func next(isIdle: Bool, mail: Mail, isUnderway: Bool) -> End {
    let isWorthIt = mail == .ofOwnTasks || mail == .ofOthers && !isUnderway
    endedWithMail = isIdle && isWorthIt && !endedWithMail
    if endedWithMail { return .mail }
    return isIdle && mail == .none ? .sleep : .look
  }
}
