// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The parallel attempts of a call, and their events in order.
///
/// They are tasks of their own and not children of the call's task, since a losing attempt may continue for a moment
/// after the call.
final class HedgeRace: Sendable {
  enum Happening: Sendable {
    /// An attempt has ended.
    case ended(AttemptResult)
    /// An attempt threw an error that is neither a response nor a transport failure.
    case broken(any Error)
    /// The hedge delay has passed.
    case late
    /// The call was cancelled.
    case cancelled
  }

  /// Invariants: there are pending events or a waiting task, never both; the code that takes the continuation resumes
  /// it.
  private struct State {
    var happened: [Happening] = []
    var waiter: CheckedContinuation<Happening, Never>?
    var attempts: [(task: Task<Void, Never>, reached: CancelledPhase)] = []
    var timer: Task<Void, Never>?
    var isOver = false
  }

  /// How long a losing attempt may take to keep its connection (HTTP/1.1 has no other way to end a request).
  static let grace = Duration.seconds(1)

  private let state = Lock(State())
  private let context: CallContext
  private let work: BackgroundWork

  init(_ context: CallContext, _ work: BackgroundWork) {
    self.context = context
    self.work = work
  }

  /// Starts an attempt.
  func begin(_ sending: Sending, because reason: AttemptReason? = nil) {
    var sending = sending
    let reached = CancelledPhase()
    sending.context.cancelled = reached
    let task = Task(executorPreference: WaitingThread.current) { [self, sending] in
      do {
        let result = try await sending.send(because: reason)
        // A loser's response is not read, except a small rest, which keeps its connection.
        if !tell(.ended(result)), let response = result.response { await response.left(context) }
      } catch {
        tell(.broken(error))
      }
    }
    state.withLock { $0.attempts.append((task, reached)) }
  }

  /// Reports the hedge delay after a time, and not the one before it.
  func alarm(after delay: Duration) {
    let clock = context.clock
    let end = clock.now.advanced(clamping: delay)
    let task = Task(executorPreference: WaitingThread.current) { [self] in
      if (try? await clock.sleep(until: end)) != nil { tell(.late) }
    }
    let last = state.withLock { state in
      defer { state.timer = task }
      return state.timer
    }
    last?.cancel()
  }

  /// The next event.
  func next() async -> Happening {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now: Happening? = state.withLock { state in
          // A task is marked cancelled before its handler runs, so neither can miss the other.
          if Task.isCancelled { return .cancelled }
          if !state.happened.isEmpty { return state.happened.removeFirst() }
          state.waiter = continuation
          return nil
        }
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      tell(.cancelled)
    }
  }

  @discardableResult
  private func tell(_ happening: Happening) -> Bool {
    let (waiter, isHeard) = state.withLock { state -> (CheckedContinuation<Happening, Never>?, Bool) in
      if state.isOver { return (nil, false) }
      defer { state.waiter = nil }
      if state.waiter == nil { state.happened.append(happening) }
      return (state.waiter, true)
    }
    waiter?.resume(returning: happening)
    return isHeard
  }

  /// Ends the attempts in flight: at once, or after a moment to keep their connections.
  func end(gently: Bool) async {
    let (attempts, timer, unheard) = state.withLock { state in
      state.isOver = true
      return (state.attempts, state.timer, state.happened)
    }
    context.call.endRace()
    timer?.cancel()
    for case .ended(let result) in unheard { result.response?.body.stream?.cancel() }
    // One that has not gone out yet would go out for nothing, and maybe after a later call.
    for attempt in attempts where !gently || attempt.reached.phase.isBeforeSending { attempt.task.cancel() }
    guard gently else {
      for attempt in attempts { await attempt.task.value }
      return
    }
    let clock = context.clock
    let end = clock.now.advanced(clamping: HedgeRace.grace)
    work.start {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          try? await clock.sleep(until: end)
          for attempt in attempts { attempt.task.cancel() }
        }
        for attempt in attempts { await attempt.task.value }
        group.cancelAll()
      }
    }
  }
}
