// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What all instances together may send, as turns that are an interval apart (GCRA).
///
/// A turn is a moment. An instance gets some at a time, so that a busy one asks once for many calls, and one that ends takes
/// only these along. Whoever asks next gets those behind: instances that compete take turns.
struct FleetQuota: Sendable, Hashable {
  /// The time between two turns.
  let interval: Duration
  /// How many turns may be behind, as a time: a burst, or what asking takes.
  let tolerance: Duration

  init(requests: Int, per: Duration, burst: Int = 1) {
    interval = max(.nanoseconds(1), min(per, .seconds(86_400)) / max(1, requests))
    // No more than a hundredth of the time that the rate is meant for.
    tolerance = max(min(.milliseconds(10), per / 100), interval * Double(max(1, burst) - 1))
  }

  private init(interval: Duration, tolerance: Duration) {
    (self.interval, self.tolerance) = (interval, tolerance)
  }

  /// The turns of one of so many instances.
  func part(of instances: Int) -> FleetQuota {
    let interval = interval * Double(max(1, instances))
    return FleetQuota(interval: interval, tolerance: max(.zero, tolerance - (interval - self.interval)))
  }

  /// How far ahead turns are given out at most.
  static let horizon = Duration.seconds(5)

  /// The most turns that are asked for at once: those of 20 ms.
  var batch: Int { max(1, Int(min(10_000, Duration.milliseconds(20) / interval))) }

  /// Some turns, an interval apart; or none.
  struct Grant: Sendable, Hashable {
    let count: Int
    /// How long until the first turn, which may be behind; with none, until it is worth to ask again.
    let wait: Duration
  }

  /// Gives out turns.
  ///
  /// The same as ``script``, which the server runs.
  ///
  /// - Parameters:
  ///   - count: how many are wanted.
  ///   - horizon: how far ahead the first of them may be.
  ///   - next: the next turn that nobody has; moved on by those that are given.
  ///   - now: the moment.
  /// - Returns: the turns.
  func take(
    _ count: Int,
    within horizon: Duration,
    from next: inout ContinuousClock.Instant,
    at now: ContinuousClock.Instant
  ) -> Grant {
    let first = max(next, now.advanced(by: .zero - tolerance))
    let wait = now.duration(to: first)
    let room = wait > horizon ? 0 : Int(min(1_000_000, (horizon - wait) / interval)) + 1
    guard room > 0 else { return Grant(count: 0, wait: wait - horizon) }
    let given = min(count, room)
    next = first.advanced(by: interval * Double(given))
    return Grant(count: given, wait: wait)
  }

  /// What the server runs, in microseconds of its own clock: arguments are the interval, the tolerance, the horizon and how
  /// many turns are wanted; the reply is how many are given, and the wait.
  ///
  /// A next turn that is further ahead than any that was given out is that of a clock that was put back since.
  static let script = """
    local time = redis.call('TIME')
    local now = time[1] * 1000000 + time[2]
    local interval, tolerance, horizon, count =
      tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
    local first = now - tolerance
    local next = tonumber(redis.call('GET', KEYS[1]) or first) or first
    if next > first and next <= now + interval + 6000000 then first = next end
    local room = math.floor((now + horizon - first) / interval) + 1
    if room < 1 then return {0, math.ceil(first - horizon - now)} end
    if count > room then count = room end
    next = first + count * interval
    redis.call('SET', KEYS[1], string.format('%.3f', next), 'PX', math.ceil((next - now + tolerance) / 1000) + 1000)
    return {count, math.ceil(first - now)}
    """

  /// The arguments of ``script``.
  func arguments(for count: Int, within horizon: Duration) -> [String] {
    ["\(microseconds(interval))", "\(microseconds(tolerance))", "\(microseconds(horizon))", "\(count)"]
  }

  /// Tells rates apart, in the name of a key.
  var identity: String { "\(microseconds(interval)):\(microseconds(tolerance))" }

  private func microseconds(_ time: Duration) -> Double { time / .microseconds(1) }
}
