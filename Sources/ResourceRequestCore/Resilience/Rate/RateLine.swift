// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The calls that wait for their turns at a rate, first come, first served.
///
/// Turns and calls are apart: when a turn comes, the first call in line goes, whichever call waited for that moment. A
/// turn that is given back goes to the call with the last turn, which passes it on to the first in line when it comes.
/// So all turns before the last are used, and each once.
///
/// Pure; its owner guards it.
struct RateLine: Sendable {
  /// A moment, as it was when the turn was taken: later pauses put it off.
  private struct Turn: Sendable {
    let moment: ContinuousClock.Instant
    let delay: Duration
  }

  /// What becomes of a call.
  enum Step: Sendable, Hashable {
    case passes
    case waits(until: ContinuousClock.Instant)
    /// Its turn would come after its deadline; it is no longer in line.
    case late(ContinuousClock.Instant)
  }

  private(set) var meter: RateMeter
  /// The turns of waiting calls, in order, from ``front``; and the call that waits for each.
  private var turns: [(turn: Turn, ticket: UInt64)] = []
  private var front = 0
  /// The places of the waiting calls in ``turns``.
  private var places: [UInt64: Int] = [:]
  /// The numbers of the first call in line, or one before it, and of the last that came.
  private var first: UInt64 = 1
  private var last: UInt64 = 0

  init(_ meter: RateMeter) { self.meter = meter }

  /// The number of waiting calls.
  var count: Int { places.count }

  /// Puts off all turns.
  mutating func pause(until moment: ContinuousClock.Instant, at now: ContinuousClock.Instant) {
    meter.pause(until: moment, at: now)
  }

  /// What becomes of a call that comes now, and its number if it waits.
  mutating func arrive(
    at now: ContinuousClock.Instant,
    before deadline: ContinuousClock.Instant?
  ) -> (step: Step, ticket: UInt64) {
    let moment = meter.turn(at: now)
    if let deadline, moment >= deadline, moment > now { return (.late(moment), 0) }
    meter.take(moment)
    if moment <= now, places.isEmpty { return (.passes, 0) }
    last += 1
    places[last] = turns.count
    turns.append((Turn(moment: moment, delay: meter.delay), last))
    return (.waits(until: moment), last)
  }

  /// What becomes of a waiting call now, and the other call that goes in its place, if any.
  mutating func step(
    of ticket: UInt64,
    at now: ContinuousClock.Instant,
    before deadline: ContinuousClock.Instant?
  ) -> (step: Step, passing: UInt64?) {
    // Another call's turn came, and this one was first.
    guard let place = places[ticket] else { return (.passes, nil) }
    let moment = moment(of: turns[place].turn)
    if let deadline, moment >= deadline, moment > now {
      return (.late(moment), leave(ticket))
    }
    guard moment <= now else { return (.waits(until: moment), nil) }
    while first < last, places[first] == nil { first += 1 }
    let going = first
    // The earliest turn is used; whoever waited for it waits for the turn of the call that goes.
    if let free = places.removeValue(forKey: going), free != front {
      turns[free].ticket = turns[front].ticket
      places[turns[front].ticket] = free
    }
    removeFront()
    if going == ticket { return (.passes, nil) }
    let rest = places[ticket].map { self.moment(of: turns[$0].turn) } ?? now
    // One whose turn is too late by now sees that at once, and not when it comes.
    return (.waits(until: deadline.map { rest >= $0 } == true ? now : rest), going)
  }

  /// Removes a waiting call.
  ///
  /// - Returns: the call whose turn is earlier from now on; `nil` if there is none.
  mutating func leave(_ ticket: UInt64) -> UInt64? {
    guard let place = places.removeValue(forKey: ticket), let end = turns.popLast() else { return nil }
    meter.giveBack()
    guard place < turns.count else {
      if front == turns.count { reset() }
      return nil
    }
    turns[place].ticket = end.ticket
    places[end.ticket] = place
    return end.ticket
  }

  /// Returns the turn of a call that passed and was not sent.
  ///
  /// An old turn is lost: together with the turns of the present it would be more than the rate.
  ///
  /// - Returns: the call whose turn has come instead; `nil` if none waits.
  mutating func giveBack(of moment: ContinuousClock.Instant, at now: ContinuousClock.Instant) -> UInt64? {
    guard moment.duration(to: now) < meter.interval ?? .longest else { return nil }
    meter.giveBack()
    guard !places.isEmpty, let end = turns.popLast() else { return nil }
    let turn = Turn(moment: max(now, meter.pausedUntil ?? now), delay: meter.delay)
    if front == 0 {
      turns.insert((turn, end.ticket), at: 0)
      for place in turns.indices { places[turns[place].ticket] = place }
    } else {
      front -= 1
      turns[front] = (turn, end.ticket)
      places[end.ticket] = front
    }
    return end.ticket
  }

  /// Whether a call still waits.
  func waits(_ ticket: UInt64) -> Bool { places[ticket] != nil }

  /// The moment that a call waits for; `nil` if its turn has come.
  func moment(of ticket: UInt64) -> ContinuousClock.Instant? { places[ticket].map { moment(of: turns[$0].turn) } }

  private func moment(of turn: Turn) -> ContinuousClock.Instant {
    turn.moment.advanced(clamping: meter.delay - turn.delay)
  }

  private mutating func removeFront() {
    front += 1
    if front == turns.count { return reset() }
    guard front > 64, front * 2 > turns.count else { return }
    turns.removeFirst(front)
    front = 0
    for place in turns.indices { places[turns[place].ticket] = place }
  }

  private mutating func reset() {
    turns = []
    front = 0
  }
}
