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

  private var endedWithMail = false

  /// How this turn ends, by whether libcurl has nothing to do and nothing to tell, and by whether something was left by
  /// other threads or by tasks of the loop.
  ///
  /// Not twice in a row with mail, so that the sockets have their turn however much of it comes.
  mutating func next(isIdle: Bool, hasMail: Bool) -> End {
    endedWithMail = isIdle && hasMail && !endedWithMail
    if endedWithMail { return .mail }
    return isIdle && !hasMail ? .sleep : .look
  }
}
