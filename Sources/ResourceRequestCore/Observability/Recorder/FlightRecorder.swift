// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps the last exchanges of a client, without their secrets, so that there is something to look at when it has gone
/// wrong: as HAR 1.2, which browsers and many tools show.
///
/// ```swift
/// let recorder = FlightRecorder()
/// var options = ClientOptions()
/// options.record(by: recorder)
/// recorder.writeOnFailure(to: "incident.har")
/// ```
///
/// Each attempt is an entry of its own. The oldest go when there is no more room. Secrets are taken out before anything is
/// kept: the values of fields, parameters and JSON members whose names say so or are configured, and user information.
public final class FlightRecorder: EventObserver, Middleware {
  /// Of which bodies the text is kept, up to 256 KiB each; those of streams never are.
  public enum Bodies: Sendable, Hashable {
    /// Of none.
    case none
    /// Of JSON and forms, whose members and items have names that tell secrets.
    case structured
    /// Of all; binary ones in Base64.
    ///
    /// Nobody knows where in a plain text a secret stands: only for servers whose answers may be seen.
    case all
  }

  private struct State: Sendable {
    var ring: RecordRing
    /// What a cache said of calls that have not ended.
    var verdicts: [UInt64: CacheVerdict] = [:]
    /// Where the recording goes when a call fails.
    var failurePath: String?
    /// Whether it is about to go there.
    var isWriting = false
    var signals: [SignalWatcher] = []
  }

  private let bodies: Bodies
  private let clock: any RequestClock
  private let state: Lock<State>
  /// Where files are written, away from the threads on which requests run.
  private let queue = DispatchQueue(label: "resource-request.recorder")

  /// A recorder with nothing in it.
  ///
  /// - Parameters:
  ///   - bytes: how much it keeps in memory; 8 MiB unless named.
  ///   - bodies: of which bodies the text is kept.
  ///   - clock: where the dates come from.
  public init(bytes: Int = 8 << 20, bodies: Bodies = .structured, clock: any RequestClock = SystemClock()) {
    self.bodies = bodies
    self.clock = clock
    state = Lock(State(ring: RecordRing(limit: bytes)))
  }

  /// How many exchanges it holds.
  public var count: Int { state.withLock(\.ring.records.count) }

  /// How many bytes they take, about.
  public var bytes: Int { state.withLock(\.ring.cost) }

  /// What it holds as HAR 1.2.
  ///
  /// Beside the standard's fields, entries have `_attempt`, `_service`, `_endpoint`, `_error` and `_cacheStatus`.
  public func har() -> JSON {
    HARDocument.document(of: state.withLock(\.ring.records))
  }

  /// Writes what it holds to a file, in the place of the one that may be there, for its owner's eyes only.
  ///
  /// - Throws: an error of the system that names the file.
  public func write(to path: String) throws {
    try NewFile.replace(path, with: Data(har().text(.pretty).utf8))
  }

  /// Writes what it holds to a file whenever a call has failed; failures that come close together write it once.
  public func writeOnFailure(to path: String) {
    state.withLock { $0.failurePath = path }
  }

  /// Writes what it holds to a file whenever the process gets a signal, such as SIGUSR2.
  ///
  /// The signal no longer ends the process.
  public func writeOnSignal(_ number: Int32, to path: String) {
    let watcher = SignalWatcher(number) { [weak self] in try? self?.write(to: path) }
    state.withLock { $0.signals.append(watcher) }
  }

  /// Passes an attempt on and notes what became of it.
  public func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    var record = FlightRecord(request, context, bodies)
    let start = context.clock.now
    do {
      let response = try await next(request, context: context)
      record.note(response, bodies)
      keep(record, since: start, context)
      return response
    } catch {
      record.error =
        switch error {
        case let failure as TransportFailure: Redaction.text("\(failure.code): \(failure.message)")
        case is CancellationError: "cancelled"
        // What others print of their errors may hold a URL with its secrets.
        default: "\(type(of: error))"
        }
      keep(record, since: start, context)
      throw error
    }
  }

  private func keep(_ record: FlightRecord, since start: ContinuousClock.Instant, _ context: CallContext) {
    var record = record
    record.duration = start.duration(to: context.clock.now)
    state.withLock { $0.ring.add(record) }
  }

  /// Notes what caches did, and that a call has failed.
  public func observe(_ event: RequestEvent) {
    switch event.kind {
    case .cached:
      guard let verdict = event.cache else { return }
      state.withLock { state in
        let isKnown = state.ring.changeLast(of: event.id) { $0.cacheStatus = "\(verdict)" }
        if !isKnown { state.verdicts[event.id] = verdict }
      }
    case .finished:
      let date = clock.date
      state.withLock { state in
        guard let verdict = state.verdicts.removeValue(forKey: event.id), verdict.isFromCache else { return }
        state.ring.add(FlightRecord(event, verdict, at: date))
      }
    case .failed where event.servedCall == nil:
      state.withLock { _ = $0.verdicts.removeValue(forKey: event.id) }
      writeFailure()
    case .failed, .cancelled: state.withLock { _ = $0.verdicts.removeValue(forKey: event.id) }
    default: break
    }
  }

  /// Writes the file for failures, unless that is about to be done.
  private func writeFailure() {
    let path = state.withLock { state -> String? in
      guard let path = state.failurePath, !state.isWriting else { return nil }
      state.isWriting = true
      return path
    }
    guard let path else { return }
    queue.async { [weak self] in
      // Before the writing, so that a failure that comes meanwhile is written too.
      self?.state.withLock { $0.isWriting = false }
      try? self?.write(to: path)
    }
  }
}
