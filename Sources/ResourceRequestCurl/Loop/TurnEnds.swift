// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How the turns of the loop end, one after the other.
struct TurnEnds {
  enum End {
    /// The next turn begins at once, with the mail that is there; the kernel is not asked in between.
    case mail
    /// The sockets are looked at, without waiting.
    case look
    /// The loop waits for a socket, a timer or mail.
    case sleep
  }

  /// What was left for the loop since it last took its mail.
  enum Mail {
    case none
    /// By other threads alone.
    case ofOthers
    /// Tasks that run on the loop are to go on.
    case ofOwnTasks
  }

  private var endedWithMail = false

  /// How this turn ends.
  ///
  /// Not twice in a row with mail, so that the sockets have their turn however much of it comes. What other threads leave
  /// is taken at once only where nothing is under way: otherwise more of it comes meanwhile, and to take it one by one
  /// wakes threads one by one.
  mutating func next(isIdle: Bool, mail: Mail, isUnderway: Bool) -> End {
    let isWorthIt = mail == .ofOwnTasks || mail == .ofOthers && !isUnderway
    endedWithMail = isIdle && isWorthIt && !endedWithMail
    if endedWithMail { return .mail }
    return isIdle && mail == .none ? .sleep : .look
  }
}
