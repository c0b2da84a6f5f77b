// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Counts what happens in a simulation.
final class Tally: Sendable {
  /// An attempt in flight.
  struct Attempt: Sendable {
    let call: Int?
    let server: Int
  }

  private struct Call {
    let start: VirtualMoment
    /// Whether it belongs to the load, not to a server's own calls.
    let isOffered: Bool
    var attempts = 0
    var underWay = 0
    /// How its latest attempt ended.
    var last: String?
  }

  private struct State {
    var calls: [Int: Call] = [:]
    var names = 0
    var totals: ReportTotals
    var missing: String?
    var offeredUnderWay = 0
    /// Whether the run is over; calls that are cancelled then are not counted.
    var isStopped = false
  }

  private let state: Lock<State>

  init(endpoints: [String]) {
    state = Lock(State(totals: ReportTotals(endpoints: endpoints)))
  }

  /// Whether no call of the load is in flight.
  var isIdle: Bool { state.withLock { $0.offeredUnderWay == 0 } }
  /// How many calls are.
  var callsUnderWay: Int { state.withLock { $0.offeredUnderWay } }
  /// The address of a request without a server.
  var missing: String? { state.withLock { $0.missing } }

  func missed(_ place: String) {
    state.withLock { $0.missing = $0.missing ?? place }
  }

  // MARK: Calls

  /// A call begins.
  ///
  /// - Returns: its number.
  func begin(at now: VirtualMoment, isOffered: Bool) -> Int {
    state.withLock { state in
      state.names += 1
      state.calls[state.names] = Call(start: now, isOffered: isOffered)
      if isOffered {
        state.offeredUnderWay += 1
        state.totals.offered(at: now)
      }
      return state.names
    }
  }

  /// A call has ended.
  func end(_ name: Int, at now: VirtualMoment, _ outcome: String, isWell: Bool) {
    state.withLock { state in
      guard let call = state.calls.removeValue(forKey: name), call.isOffered else { return }
      state.offeredUnderWay -= 1
      guard !state.isStopped else { return }
      state.totals.ended(from: call.start, at: now, isWell ? nil : outcome)
    }
  }

  /// The run is over.
  func stop() { state.withLock { $0.isStopped = true } }

  // MARK: Attempts

  /// Counts a request to a server.
  func attempt(at server: Int, _ now: VirtualMoment, of name: Int?) -> Attempt {
    state.withLock { state in
      var kind = ReportTotals.AttemptKind.first
      if let name, var call = state.calls[name] {
        if call.underWay > 0 {
          kind = .hedge
        } else if call.attempts > 0 {
          kind = .retry(call.last ?? "unknown")
        }
        call.attempts += 1
        call.underWay += 1
        state.calls[name] = call
      }
      state.totals.attempted(server, at: now, kind)
      return Attempt(call: name, server: server)
    }
  }

  /// Counts a server's response.
  func attemptAnswered(_ attempt: Attempt, _ status: Int) {
    ended(attempt, String(status), isError: !(200..<400).contains(status))
  }

  /// An attempt has failed, with a code, or was cancelled.
  func attemptFailed(_ attempt: Attempt, _ code: String?) {
    ended(attempt, code ?? "cancelled", isError: code != nil)
  }

  private func ended(_ attempt: Attempt, _ outcome: String, isError: Bool) {
    state.withLock { state in
      if isError { state.totals.endpoints[attempt.server].errors += 1 }
      guard let name = attempt.call, state.calls[name] != nil else { return }
      state.calls[name]?.underWay -= 1
      state.calls[name]?.last = outcome
    }
  }

  // MARK: Endpoints

  /// An endpoint was taken out of rotation by a client, or put back.
  func ejection(of endpoint: String, _ isEjected: Bool, at now: VirtualMoment) {
    state.withLock { $0.totals.ejection(of: endpoint, isEjected, at: now) }
  }

  /// The report at the end.
  func report(seed: UInt64, end: VirtualMoment) -> Simulation.Report {
    state.withLock { $0.totals }.report(seed: seed, end: end)
  }
}
