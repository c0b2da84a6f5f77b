// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import ResourceRequestPlatform

/// Keeps the last exchanges of a client, without secrets, to analyze a failure afterwards: as HAR 1.2, which browsers
/// and many tools display.
///
/// ```swift
/// let recorder = FlightRecorder()
/// var options = ClientOptions()
/// options.record(by: recorder)
/// recorder.writeOnFailure(to: "incident.har")
/// ```
///
/// Each attempt is an entry. When the space is used up, the oldest entries are dropped. Secrets are removed before
/// anything is kept: the values of fields, parameters and JSON members whose names suggest secrets or are configured,
/// user information, and what the request was sent with where its server repeats it.
public final class FlightRecorder: EventObserver, Middleware {
  /// Which bodies are kept, up to 256 KiB each; those of streams once they were read to their end.
  public enum Bodies: Sendable, Hashable {
    /// No bodies.
    case none
    /// JSON and forms, whose names tell which values are secrets.
    case structured
    /// All bodies; binary ones in Base64.
    ///
    /// Nothing marks a secret in plain text: use it only for servers whose responses may be seen.
    case all
  }

  private struct State: Sendable {
    var ring: RecordRing
    /// The records of what a cache gave to calls that have not ended.
    var hits: [UInt64: Int] = [:]
    /// What calls that have not ended were sent with, which a server may repeat to the next one.
    var secrets = SecretsUnderWay()
    /// Where the recording goes when a call fails.
    var failurePath: String?
    /// Whether it is about to go there.
    var isWriting = false
    /// From when on it may go there again, in nanoseconds of the system's uptime.
    var writesAgain: UInt64 = 0
    var signals: [SignalWatcher] = []
  }

  /// The secrets of calls that have not ended.
  ///
  /// Events remove them, but for a recorder that is no observer, and for calls without an end of their own: of those only the
  /// latest are kept.
  private struct SecretsUnderWay: Sendable {
    private static let mostCalls = 4096
    private var calls: [UInt64: SentSecrets] = [:]
    /// Those that began before as many others.
    private var older: [UInt64: SentSecrets] = [:]

    func contains(_ call: UInt64) -> Bool { calls[call] != nil || older[call] != nil }

    mutating func add(_ own: SentSecrets, of call: UInt64) -> SentSecrets {
      let all = remove(call)?.merging(own) ?? own
      if calls.count >= Self.mostCalls { (older, calls) = (calls, [:]) }
      calls[call] = all
      return all
    }

    @discardableResult
    mutating func remove(_ call: UInt64) -> SentSecrets? {
      calls.removeValue(forKey: call) ?? older.removeValue(forKey: call)
    }
  }

  private let bodies: Bodies
  private let clock: any RequestClock
  private let state: Lock<State>
  /// Where files are written, away from the threads on which requests run.
  private let queue = DispatchQueue(label: "resource-request.recorder")

  /// Creates an empty recorder.
  ///
  /// - Parameters:
  ///   - bytes: the memory limit; 8 MiB by default.
  ///   - bodies: which bodies are kept.
  ///   - clock: the clock for the dates.
  public init(bytes: Int = 8 << 20, bodies: Bodies = .structured, clock: any RequestClock = SystemClock()) {
    self.bodies = bodies
    self.clock = clock
    state = Lock(State(ring: RecordRing(limit: bytes)))
  }

  /// The number of exchanges.
  public var count: Int { state.withLock(\.ring.records.count) }

  /// The approximate memory use in bytes.
  package var bytes: Int { state.withLock(\.ring.cost) }

  /// The exchanges as HAR 1.2.
  ///
  /// In addition to the standard's members, entries have `_attempt`, `_service`, `_endpoint`, `_error` and
  /// `_cacheStatus`, and for browsers `_resourceType`, `_fromCache` and the response's `_transferSize`.
  public func har() -> JSON {
    HARDocument.document(of: state.withLock(\.ring.records))
  }

  /// Writes the exchanges to a file, readable by its owner only; an existing file is replaced.
  ///
  /// - Throws: a system error that names the file.
  public func write(to path: String) throws {
    try NewFile.replace(path, with: Data(har().text(.pretty).utf8))
  }

  /// Writes the exchanges to a file whenever a call fails; failures close together write it once.
  public func writeOnFailure(to path: String) {
    state.withLock { $0.failurePath = path }
  }

  /// Writes the exchanges to a file whenever the process receives a signal, such as SIGUSR2.
  ///
  /// The signal no longer ends the process.
  public func writeOnSignal(_ number: Int32, to path: String) {
    let watcher = SignalWatcher(number) { [weak self] in try? self?.write(to: path) }
    state.withLock { $0.signals.append(watcher) }
  }

  /// Passes an attempt on and records its outcome.
  public func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    // What a server repeats of them stands anywhere; not kept with the record.
    let body = bodies == .none ? nil : request.body?.bytes
    let own = SentSecrets(request.headers, request.url, body: body)
    let secrets = state.withLock { $0.secrets.add(own, of: context.id) }
    var record = FlightRecord(request, context, bodies, hiding: secrets)
    let start = context.clock.now
    do {
      let response = try await next(request, context: context)
      // What the transport has decoded is described by the other fields.
      var described = response.headers
      if !request.leavesCoded(described) { described.remove("Content-Encoding") }
      record.note(response, described, bodies, hiding: secrets)
      let number = keep(record, since: start, context)
      if let number, let stream = response.body.stream {
        follow(stream, described, number, context, hiding: secrets)
      }
      return response
    } catch {
      record.note(error, hiding: secrets)
      keep(record, since: start, context)
      throw error
    }
  }

  @discardableResult
  private func keep(_ record: FlightRecord, since start: ContinuousClock.Instant, _ context: CallContext) -> Int? {
    var record = record
    record.duration = start.duration(to: context.clock.now)
    return state.withLock { $0.ring.add(record) }
  }

  /// Completes a record when the body of its response has been read, or has broken off.
  private func follow(
    _ stream: IncomingStream,
    _ headers: Headers,
    _ number: Int,
    _ context: CallContext,
    hiding secrets: SentSecrets
  ) {
    let (bodies, clock) = (bodies, context.clock)
    let head = clock.now
    let body = StreamedBody(limit: bodies == .none ? 0 : RecordedBody.limit) { [weak self] ending in
      let streamed = head.duration(to: clock.now)
      let body = RecordedBody(ending.bytes, length: ending.length, headers, bodies, hiding: secrets)
      self?.state.withLock { state in
        state.ring.change(number) { $0.note(ending, body, after: streamed, hiding: secrets) }
      }
    }
    stream.show(to: body.tap)
  }

  /// Records cache results and failed calls.
  public func observe(_ event: RequestEvent) {
    switch event.kind {
    case .cached:
      guard let verdict = event.cache else { return }
      let date = clock.date
      state.withLock { state in
        // What comes from the cache had no attempt, for which all records would be looked through.
        let isKnown =
          state.secrets.contains(event.id)
          && state.ring.changeLast(of: event.id, hop: event.hop) { $0.cacheStatus = "\(verdict)" }
        guard !isKnown, verdict.isFromCache, event.servedCall == nil else { return }
        state.hits[event.id] = state.ring.add(FlightRecord(event, verdict, at: date))
      }
    case .finished:
      let date = clock.date
      state.withLock { state in
        state.secrets.remove(event.id)
        guard let number = state.hits.removeValue(forKey: event.id) else { return }
        // When a later hop began is not known.
        if event.hop == 1 { state.ring.change(number) { $0.took(event.duration ?? .zero, until: date) } }
      }
    case .attemptFailed where event.code == .attemptTimeout:
      // Its transport knew only that the time was over, or that it was cancelled.
      state.withLock { state in
        _ = state.ring.changeLast(of: event.id, hop: event.hop, attempt: event.attempt) {
          $0.error = "attemptTimeout: the attempt timed out"
        }
      }
    case .failed where event.servedCall == nil:
      forget(event.id)
      writeFailure()
    case .failed, .cancelled: forget(event.id)
    default: break
    }
  }

  private func forget(_ call: UInt64) {
    state.withLock { state in
      state.hits[call] = nil
      state.secrets.remove(call)
    }
  }

  /// Writes the file for failures, unless that is about to be done.
  private func writeFailure() {
    let next = state.withLock { state -> (path: String, moment: UInt64)? in
      guard let path = state.failurePath, !state.isWriting else { return nil }
      state.isWriting = true
      return (path, state.writesAgain)
    }
    guard let (path, moment) = next else { return }
    // In an outage calls fail all the time, and writing would occupy a processor and the disk for as long.
    queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: moment)) { [self] in
      // Before the writing, so that a failure that comes meanwhile is written too.
      state.withLock { state in
        state.isWriting = false
        state.writesAgain = DispatchTime.now().uptimeNanoseconds + 1_000_000_000
      }
      try? write(to: path)
    }
  }
}

extension ClientOptions {
  /// Records the attempts of the client's calls.
  ///
  /// One recorder may serve several clients.
  ///
  /// - Parameter recorder: receives the attempts.
  public mutating func record(by recorder: FlightRecorder) {
    environment = environment.observed(by: recorder)
    // Inside of all other middleware of the client, so that it sees the requests as they are sent.
    attemptMiddleware.append(recorder)
  }
}
